import { PAYMENT_READERS } from '#api/money/payments/payments-readers.ts'

/** Who reads invoices: hospitals their own, the people of the chain and the readers of all reports every one (spec, E108, E114). */
export const INVOICE_READERS = ['GENERATE_INVOICE', 'APPROVE_INVOICE', ...PAYMENT_READERS] as const
