import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { notFound } from '#api/http-error.ts'
import type { Reach } from '#api/actor.ts'

/** Who reads the reports of the chain: those who take its steps, and the readers of all reports (spec, E104 to E106). */
export const PAYMENT_READERS = ['VIEW_CHF_REPORT', ...PAYMENT_CHAIN.permissions] as const

/** Of the hospitals asked for (all without `coe`) those that the caller reaches. Out of reach reads as not found. */
export function reachedCoe(reach: Reach, coe: string | undefined): string | undefined {
  if (reach.kind === 'all') return coe
  if (reach.kind === 'coe' && (coe === undefined || coe === reach.coeId)) return reach.coeId
  throw notFound('Hospital')
}
