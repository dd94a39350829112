import type { InvoiceRow } from '#api/money/contracts/invoice.ts'

/** What is on an invoice, or was on a returned one: naira text. */
export const amountOf = (invoice: Pick<InvoiceRow, 'status' | 'computed_total' | 'returned_total'>): string =>
  invoice.status === 'returned' ? invoice.returned_total : invoice.computed_total

/** How many bills are on an invoice, or were on a returned one. */
export const billsOn = (invoice: Pick<InvoiceRow, 'status' | 'transactions_count' | 'returned_count'>): number =>
  invoice.status === 'returned' ? invoice.returned_count : invoice.transactions_count
