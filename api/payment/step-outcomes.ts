import type { StepOutcome } from '../../commands/transaction/take-step.ts'
import { kobo, sum } from '../../domain/kernel/money.ts'
import type { AppContext } from '../context.ts'
import type { StepOutcomes } from '../contracts/payment.ts'
import { nairaText } from '../naira.ts'
import { answerRefusal } from '../refusals.ts'
import type { Candidate } from './eligible.ts'

type Summary = Omit<StepOutcomes['data'], 'step' | 'payment_id' | 'caught_up'>

/** Per transaction: done, or refused and why, in words; with the sums of both. */
export async function summarize(
  { db }: AppContext,
  candidates: readonly Candidate[],
  results: readonly StepOutcome[],
): Promise<Summary> {
  const known = new Map(candidates.map((candidate) => [candidate.id, candidate]))
  const outcomes = []
  for (const { transactionId, refusal } of results) {
    const { reference, total } = known.get(transactionId) ?? { reference: transactionId, total: 0 }
    const reason = refusal === undefined ? null : (await answerRefusal(db, refusal)).message
    const outcome = refusal === undefined ? ('done' as const) : ('refused' as const)
    outcomes.push({ id: transactionId, transaction_id: reference, total: nairaText(total), outcome, reason })
  }
  const totalOf = (isDone: boolean): string => {
    const counted = results.filter(({ refusal }) => (refusal === undefined) === isDone)
    return nairaText(sum(counted.map(({ transactionId }) => kobo(known.get(transactionId)?.total ?? 0))))
  }
  const done = results.filter(({ refusal }) => refusal === undefined).length
  return { done, refused: results.length - done, done_total: totalOf(true), refused_total: totalOf(false), outcomes }
}
