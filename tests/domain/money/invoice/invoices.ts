import { isRefusal } from '#domain/kernel/decider.ts'
import { kobo } from '#domain/kernel/money.ts'
import { INVOICE_CHAIN, type InvoiceLinkStep, type InvoiceStep } from '#domain/money/invoice/chain.ts'
import type { InvoiceEvent, InvoiceLine, NotAlong } from '#domain/money/invoice/events.ts'
import { invoice } from '#domain/money/invoice/invoice.ts'
import type { Invoice, InvoiceCommand, RequestInvoice } from '#domain/money/invoice/standing.ts'
import { command } from '#tests/support/command.ts'

export const PAYMENT = {
  paymentId: 'payment-1',
  paymentReference: 'PAY-2026-000001',
  basisPoints: { coe: 8500, bank: 500, manufacturer: 700, emge: 300 },
}

export const lineOf = (transactionId: string, billedBy = 'biller'): InvoiceLine => ({
  transactionId,
  total: kobo(30_050),
  billedBy,
})
export const lost = (transactionId: string, refused = 'transaction_disputed'): NotAlong => ({ transactionId, refused })

/** Asks for an invoice of two transactions, by the hospital's staff. */
export const ask = (over: Partial<RequestInvoice['data']> = {}, by = 'staff') =>
  command(
    'RequestInvoice',
    {
      ...{ reference: 'INV-2026-000045', coeId: 'coe-1', periodStart: '2026-03-01', periodEnd: '2026-03-02' },
      ...{ transactionIds: ['t1', 't2'], leftOut: [], isByCmd: false, toTell: ['cmd'] },
      ...over,
    },
    { by },
  )
export const complete = (
  lines: readonly InvoiceLine[] = [lineOf('t1'), lineOf('t2')],
  leftOut: readonly NotAlong[] = [],
) => command('CompleteInvoice', { lines, leftOut }, { by: 'staff' })

export const begin = (
  step: InvoiceStep,
  by: string,
  { ofCoe = 'coe-1', seen }: { readonly ofCoe?: string | null; readonly seen?: string } = {},
) => {
  const payment = step === 'initiate' ? { payment: PAYMENT } : {}
  const data = { step, ofCoe: ofCoe ?? undefined, toTell: [`after-${step}`], ...payment, ...(seen && { seen }) }
  return command('RequestInvoiceStep', data, { by })
}
export const end = (by: string, dropped: readonly NotAlong[] = []) =>
  command('CompleteInvoiceStep', { dropped }, { by })

const ALL = INVOICE_CHAIN.links.map(({ step }) => step)
export const sendBack = (
  by: string,
  reason = 'Two bills are of another month',
  mayTake: readonly InvoiceLinkStep[] = ALL,
  ofCoe: string | null = 'coe-1',
) => command('RequestInvoiceReturn', { reason, mayTake, ofCoe: ofCoe ?? undefined, toTell: ['cmd'] }, { by })
export const sent = (by: string) => command('CompleteInvoiceReturn', {}, { by })

/** A step, begun and done. */
export const take = (step: InvoiceStep, by = step): readonly InvoiceCommand[] => [begin(step, by), end(by)]
/** An invoice up to a step, each by somebody of its own name. */
export const upTo = (step: InvoiceStep): readonly InvoiceCommand[] => {
  const steps = ['cmd', 'initiate', 'recommend', 'approve', 'dfa', 'permsec'] as const
  return [ask(), complete(), ...steps.slice(0, steps.indexOf(step) + 1).flatMap((one) => take(one))]
}

/** The events of commands that must all be taken, and the invoice after them; throws on the first refusal. */
export function after(...commands: readonly InvoiceCommand[]): { history: readonly InvoiceEvent[]; state: Invoice } {
  const history: InvoiceEvent[] = []
  let state = invoice.initial()
  for (const each of commands) {
    const decision = invoice.decide(each, state)
    if (isRefusal(decision)) throw new Error(`${each.type} was refused: ${decision.refused}`)
    history.push(...decision)
    state = decision.reduce(invoice.evolve, state)
  }
  return { history, state }
}
