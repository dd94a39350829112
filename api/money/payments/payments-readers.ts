import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'

/** Who reads the reports of the chain: those who take its steps, and the readers of all reports (spec, E104 to E106). */
export const PAYMENT_READERS = ['VIEW_CHF_REPORT', ...PAYMENT_CHAIN.permissions] as const
