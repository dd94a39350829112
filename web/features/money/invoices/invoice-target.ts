import type { InvoiceActsPreview, InvoiceDone, InvoiceRow } from '#api/money/contracts/invoice.ts'
import { api } from '#web/shell/api-client.ts'
import { newKey } from '#web/shell/submitting.ts'
import { type Outcome, runEach } from '#web/features/money/payments/chain-run.ts'
import { type ChainTarget, doable } from '#web/features/money/payments/chain-target.ts'
import type { InvoiceAct } from './invoice-acts.ts'
import { INVOICES } from './invoices-api.ts'

type Previewed = InvoiceActsPreview['outcomes'][number]

/** So many of the transactions for which an invoice is refused are named; the invoice itself shows all. */
const MOST_NAMED = 3

/** Some invoices that somebody has chosen: what the step would do to each, and then the step on one after the other. */
export const chosenInvoices = (
  { name: step, path }: InvoiceAct,
  rows: readonly Pick<InvoiceRow, 'id'>[],
): ChainTarget => ({
  preview: async () => {
    const body = { step, invoices: rows.map(({ id }) => id) }
    const { data } = await api.post<typeof InvoiceActsPreview>(`${INVOICES}/preview`, body, newKey())
    return { outcomes: data.outcomes.map(toldOf), paidAt: data.paid_at }
  },
  run: ({ outcomes }, reason, key) =>
    runEach(doable(outcomes), {
      told: (one) => [{ ...one, becomes: null }],
      call: async (one) => {
        const body = { invoice_id: one.id, ...(step === 'return' ? { reason } : {}) }
        const { message, data } = await api.post<typeof InvoiceDone>(path, body, `${key}:${one.id}`)
        const becomes = data.is_under_way ? 'in progress' : (data.invoice?.status ?? one.becomes)
        return { message, outcomes: [{ ...one, outcome: 'done', reason: null, becomes }], data }
      },
    }),
})

/** An invoice of a pre-flight as the dialog tells it: by its number, with what its transactions would say against it. */
function toldOf({ invoice_number, computed_total, reason, transactions, ...rest }: Previewed): Outcome {
  return { ...rest, transaction_id: invoice_number, total: computed_total, reason: whyOf(reason, transactions) }
}

function whyOf(reason: string | null, transactions: Previewed['transactions']): string | null {
  if (reason === null || transactions.length === 0) return reason
  const named = transactions.slice(0, MOST_NAMED).map((one) => `${one.transaction_id}: ${one.reason}`)
  const more = transactions.length - named.length
  return [reason, ...named, ...(more > 0 ? [`and ${more.toLocaleString('en-NG')} more`] : [])].join(' ')
}
