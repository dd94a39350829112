import { parseNaira } from '#domain/kernel/money.ts'

/** Whether an amount as typed is above what there is to give (naira of the API); not where that is not known. */
export const isAbove = (typed: string, balance: string | null): boolean =>
  balance !== null && (parseNaira(typed) ?? 0) > (parseNaira(balance) ?? 0)
