import type { HospitalStage } from '#projections/money/payment/hospital-stages.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { DISPUTED } from '#domain/money/transaction/dispute-statuses.ts'
import { RETURNED_STATUSES } from '#domain/money/transaction/returned.ts'
import type { PaymentGroup } from '#api/money/contracts/payment-steps.ts'

/**
 * What a group of bills counts as, by the statuses that there are of it: split once its payment is initiated
 * (docs/decisions/0055). Undefined of one in which there is nothing to pay.
 */
export function groupOf(statuses: readonly string[]): PaymentGroup | undefined {
  const isSplit = PAYMENT_CHAIN.links.some(({ status }) => statuses.includes(status))
  const isUnsplit = [PAYMENT_CHAIN.start.status, DISPUTED, ...RETURNED_STATUSES].some((one) => statuses.includes(one))
  if (isSplit) return isUnsplit ? 'mixed' : 'split'
  return isUnsplit ? 'unsplit' : undefined
}

/** The statuses at which a hospital has bills that are paid for by themselves: what is on an invoice goes its way. */
export const freeIn = (stages: readonly HospitalStage[]): readonly string[] =>
  stages.filter(({ free }) => free > 0).map(({ status }) => status)
