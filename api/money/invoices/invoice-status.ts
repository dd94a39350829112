import { INVOICE_CHAIN } from '#domain/money/invoice/chain.ts'
import { isGenerated } from '#domain/money/invoice/invoice.ts'
import type { Invoice } from '#domain/money/invoice/standing.ts'
import type { InvoiceStatus } from '#api/money/contracts/invoice-steps.ts'

/** The word of lists for an invoice as its stream has it. */
export function statusOfInvoice(invoice: Exclude<Invoice, { readonly status: 'none' }>): InvoiceStatus {
  if (!isGenerated(invoice)) return invoice.status
  return invoice.isReturned ? 'returned' : INVOICE_CHAIN.statusIn(invoice.status)
}
