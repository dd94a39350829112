import { type Refusal, refuse } from '#domain/kernel/decider.ts'
import type { Billed } from './bill.ts'

/** What invoices say no with: to each other, and to whoever treats a bill on one as if it were on none. */
export type OnInvoiceRefusal = 'transaction_on_invoice' | 'transaction_not_on_invoice' | 'transaction_not_invoiceable'

type No = Refusal<OnInvoiceRefusal> | undefined

/**
 * A step comes by the way that its bill is on: of one on an invoice, by this invoice and by no other call; of one on none,
 * by no invoice (domain.md, Invoice).
 */
export function isOnWay(invoiceId: string | undefined, { invoice }: Billed): No {
  if (invoice?.id === invoiceId) return undefined
  return invoice === undefined ? refuse('transaction_not_on_invoice') : onInvoice(invoice)
}

/** What is on an invoice is not disputed, not returned alone, and on no second one: that invoice is returned first. */
export const isOnNone = ({ invoice }: Billed): No => (invoice === undefined ? undefined : onInvoice(invoice))

const onInvoice = ({ id, reference }: NonNullable<Billed['invoice']>) =>
  refuse<OnInvoiceRefusal>('transaction_on_invoice', { invoiceId: id, reference })
