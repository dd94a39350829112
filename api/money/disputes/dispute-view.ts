import { dispute } from '#domain/money/dispute/dispute.ts'
import type { DisputeEvent } from '#domain/money/dispute/events.ts'
import { DISPUTE_OUTCOMES } from '#domain/money/dispute/outcomes.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import type { FastifyRequest } from 'fastify'
import { wouldNotEnd } from '#commands/money/transaction/would-refuse.ts'
import { commandFrom } from '#api/command-from.ts'
import type { AppContext } from '#api/context.ts'
import type { BillDispute } from '#api/money/contracts/dispute.ts'
import { documentLink } from '#api/money/transactions/bill-content.ts'
import { disputeAnswers } from './refusals.ts'

/** The newest dispute of a bill, from its own stream; null where there was none, or it is still to be raised behind its flag. */
export async function disputeIn(
  { db, log }: AppContext,
  past: readonly Recorded<TransactionEvent>[],
  request: FastifyRequest,
  isMasked: boolean,
): Promise<BillDispute | null> {
  const flag = past.findLast(({ event }) => event.type === 'TransactionDisputed')?.event
  if (flag?.type !== 'TransactionDisputed') return null
  const { disputeId: id } = flag.data
  const { events } = await log.readWhatHolds<DisputeEvent>(`dispute-${id}`)
  const said = events.map(({ event }) => event)
  const raised = said.find(({ type }) => type === 'DisputeRaised')
  if (raised?.type !== 'DisputeRaised') return null
  const ended = said.findLast(({ type }) => type === 'DisputeEnded')
  const end = ended?.type === 'DisputeEnded' ? ended.data : undefined
  const nameOf = await peopleNames(db, [raised.data.by, ...(end === undefined ? [] : [end.by])])
  return {
    id,
    status: end?.outcome ?? 'open',
    raised_by: nameOf(raised.data.by),
    raised_at: raised.data.at,
    reason_for_dispute: isMasked ? null : raised.data.reason,
    documents: isMasked ? [] : raised.data.documents.map(documentLink),
    ended_by: end === undefined ? null : nameOf(end.by),
    ended_at: end?.at ?? null,
    comment: isMasked ? null : (end?.comment ?? null),
    endings: end === undefined ? endingsFor(request, said) : [],
  }
}

/** How the caller may end an open dispute, by the decision that would refuse it. */
function endingsFor(request: FastifyRequest, said: readonly DisputeEvent[]): BillDispute['endings'] {
  if (!request.actor().permissions.has('FLAG_TRANSACTION')) return []
  const state = said.reduce(dispute.evolve, dispute.initial())
  const reach = request.reach()
  const ofCoe = reach.kind === 'coe' ? reach.coeId : undefined
  const cause = commandFrom(request, 'EndDispute', {})
  return DISPUTE_OUTCOMES.map((outcome) => {
    const refusal = wouldNotEnd(outcome, state, { cause, ofCoe })
    if (refusal === undefined) return { status: outcome, refused: null }
    const { message } = disputeAnswers[refusal.refused]
    return { status: outcome, refused: typeof message === 'string' ? message : message(refusal.detail ?? {}, '') }
  })
}
