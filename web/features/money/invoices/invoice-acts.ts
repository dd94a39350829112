import { useMemo } from 'react'
import { INVOICE_STEP_VIEWS } from '#api/money/contracts/invoice-steps.ts'
import type { InvoiceActName } from '#api/money/contracts/invoice.ts'
import { useUser } from '#web/shell/session-queries.ts'
import type { ActedOn, ChainAct } from '#web/features/money/payments/chain-acts.ts'

/** What a person may do to invoices: a step of theirs, or the return. */
export type InvoiceAct = ChainAct<InvoiceActName>

const INVOICES: ActedOn = {
  ...{ title: 'invoice', one: 'invoice', many: 'invoices' },
  // It is kept in clear, as it is of an invoice and of no patient (docs/decisions/0107).
  reasonHint: 'The hospital and every approver read this. Do not name a patient.',
}

/** The spec's words of the buttons, where they are others than the chain's (screens.tsv, S071 and S072). */
const VERBS: Partial<Record<InvoiceActName, string>> = { dfa: 'Recommend', permsec: 'Approve Payment' }

/** The steps that the signed-in person may take, in the chain's order, and the return of what waits for them. */
export function useInvoiceActs(): readonly InvoiceAct[] {
  const { permissions } = useUser()
  return useMemo(() => actsOf(permissions), [permissions])
}

function actsOf(permissions: readonly string[]): readonly InvoiceAct[] {
  const mine = INVOICE_STEP_VIEWS.filter(({ permission }) => permissions.includes(permission))
  if (mine.length === 0) return []
  const last = INVOICE_STEP_VIEWS.at(-1)
  const steps = mine.map((one): InvoiceAct => {
    const { step: name, words, path, waits } = one
    return { name, verb: VERBS[name] ?? words.verb, path, from: [waits], paysOut: one === last, to: INVOICES }
  })
  const from = mine.map(({ waits }) => waits)
  return [
    ...steps,
    { name: 'return', verb: 'Return', path: '/api/invoices/return', from, paysOut: false, to: INVOICES },
  ]
}
