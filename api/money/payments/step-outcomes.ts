import { each } from '#commands/money/transaction/each.ts'
import type { StepOutcome } from '#commands/money/transaction/each-transaction.ts'
import type { ChainStatus } from '#domain/money/transaction/chain.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import type { Actor } from '#api/actor.ts'
import { paidAt } from '#api/catalogue/coes/paid-at.ts'
import type { AppContext } from '#api/context.ts'
import type { StepOutcomes } from '#api/money/contracts/payment.ts'
import { HttpError } from '#api/http-error.ts'
import { hospitalInLog } from '#api/money/hospital-in-log.ts'
import { nairaText } from '#api/naira.ts'
import { type AnsweredRefusal, answerRefusal } from '#api/refusals.ts'
import type { Candidate } from './eligible.ts'

type Summary = Omit<StepOutcomes['data'], 'step' | 'payment_id' | 'caught_up' | 'behind'>

/** Per transaction: done and what it becomes, or refused and why, in words; with the sums of both. */
export async function summarize(
  { db, handler }: Pick<AppContext, 'db' | 'handler'>,
  candidates: readonly Candidate[],
  results: readonly StepOutcome[],
  becomes: ChainStatus,
): Promise<Summary> {
  const known = new Map(candidates.map((candidate) => [candidate.id, candidate]))
  const answers = await answersTo(db, results)
  const hospitals = await hospitalNames(
    handler,
    candidates.flatMap(({ coeId }) => coeId ?? []),
  )
  const outcomes = results.map(({ transactionId }, index) => {
    const bill = known.get(transactionId)
    const { reference, item, total, coeId = null } = bill ?? { reference: transactionId, item: '', total: 0 }
    const answer = answers[index]
    return {
      id: transactionId,
      transaction_id: reference,
      item,
      coe_id: coeId,
      coe_name: coeId === null ? null : (hospitals.get(coeId) ?? null),
      total: nairaText(total),
      outcome: answer === undefined ? ('done' as const) : ('refused' as const),
      reason: answer?.message ?? null,
      becomes: answer === undefined ? becomes : null,
    }
  })
  const totalOf = (isDone: boolean): string => {
    const counted = results.filter(({ refusal }) => (refusal === undefined) === isDone)
    // Refused ones may be bills that no wallet could ever have paid.
    return nairaText(counted.reduce((sum, { transactionId }) => sum + BigInt(known.get(transactionId)?.total ?? 0), 0n))
  }
  const done = results.filter(({ refusal }) => refusal === undefined).length
  return { done, refused: results.length - done, done_total: totalOf(true), refused_total: totalOf(false), outcomes }
}

async function hospitalNames(
  handler: AppContext['handler'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const hospitals = await each([...new Set(ids)], (id) => hospitalInLog(handler, id))
  return new Map(hospitals.flatMap((hospital) => (hospital ? [[hospital.id, hospital.name] as const] : [])))
}

/** What a pre-flight tells beside its outcomes: who acted on each transaction before, and where the hospitals are paid. */
export async function preflight(
  context: Pick<AppContext, 'db' | 'handler'>,
  actor: Actor,
  candidates: readonly Candidate[],
  results: readonly StepOutcome[],
  becomes: ChainStatus,
): Promise<Summary> {
  const summary = await summarize(context, candidates, results, becomes)
  const nameOf = await peopleNames(
    context.db,
    candidates.flatMap(({ acts: before }) => before.map(({ by }) => by)),
  )
  const acts = new Map(candidates.map((candidate) => [candidate.id, candidate.acts]))
  const named = (id: string) => (acts.get(id) ?? []).map(({ step, by, at }) => ({ step, by: nameOf(by), at }))
  const paid = await each([...new Set(candidates.flatMap(({ coeId }) => coeId ?? []))], (coeId) =>
    paidAt(context, actor, { coeId, since: firstInitiated(candidates, coeId) }),
  )
  const outcomes = summary.outcomes.map((outcome) => ({ ...outcome, acts: named(outcome.id) }))
  return { ...summary, outcomes, paid_at: paid.filter((one) => one !== undefined) }
}

/** When the first of a hospital's transactions was initiated. */
function firstInitiated(candidates: readonly Candidate[], coeId: string): string | undefined {
  const own = candidates.filter((one) => one.coeId === coeId)
  return own.flatMap(({ acts }) => acts.flatMap(({ step, at }) => (step === 'initiate' ? at : []))).sort()[0]
}

/**
 * What a bulk step tells that did something: per transaction, and where in the log it is seen. Where nothing was done it
 * throws, for each transaction's own reason.
 */
export async function someDone(
  context: Pick<AppContext, 'db' | 'handler'>,
  candidates: readonly Candidate[],
  results: readonly StepOutcome[],
  becomes: ChainStatus,
) {
  const data = await summarize(context, candidates, results, becomes)
  if (data.done === 0) throw await noneDone(context, data, results)
  return { outcome: 'done' as const, position: Math.max(...results.map(({ position }) => position)), data }
}

/** Nothing was done: each transaction's own reason, under the status that all of them share (else 422). */
async function noneDone({ db }: Pick<AppContext, 'db'>, { outcomes }: Summary, results: readonly StepOutcome[]) {
  const statuses = new Set((await answersTo(db, results)).map((answer) => answer?.status ?? 422))
  const [status = 422] = statuses.size === 1 ? [...statuses] : []
  const reasons = outcomes.map(({ transaction_id: reference, reason }) => `${reference}: ${reason ?? ''}`)
  const first = outcomes[0]?.reason ?? 'Nothing could be done'
  return new HttpError(status, outcomes.length === 1 ? first : `${first} (${outcomes.length} refused)`, {
    transactions: reasons,
  })
}

/** Many transactions are refused for one and the same reason: each is put into words once. */
export async function answersTo(
  db: AppContext['db'],
  results: readonly StepOutcome[],
): Promise<readonly (AnsweredRefusal | undefined)[]> {
  const told = new Map<string, AnsweredRefusal>()
  for (const { refusal } of results) {
    if (refusal === undefined || told.has(JSON.stringify(refusal))) continue
    told.set(JSON.stringify(refusal), await answerRefusal(db, refusal))
  }
  return results.map(({ refusal }) => (refusal === undefined ? undefined : told.get(JSON.stringify(refusal))))
}
