import { followUp } from '#commands/follow-up.ts'
import { handle } from '#commands/handle.ts'
import type { AnyCommand } from '#domain/kernel/decider.ts'
import { disputeNotice, disputeNoticeOf } from '#domain/money/dispute-notice/dispute-notice.ts'
import { MOST_OF_DISPUTE } from '#domain/money/dispute-notice/events.ts'
import type { DisputeEvent } from '#domain/money/dispute/events.ts'
import type { AppContext } from '#api/context.ts'
import { whoHolds, whoIsTold } from '#api/people/who-is-told.ts'

/**
 * Has both sides of a dispute mailed, but who acted: who billed, raised it or wrote in it, as long as they may read it, and
 * who may resolve it at the hospital.
 */
export async function notifySides(context: AppContext, disputeId: string, cause: AnyCommand): Promise<void> {
  const { handler, log } = context
  const { events } = await log.readWhatHolds<DisputeEvent>(`dispute-${disputeId}`)
  const raised = events.find(({ event }) => event.type === 'DisputeRaised')?.event
  if (raised?.type !== 'DisputeRaised') return
  const { coeId, billedBy } = raised.data
  const involved = [...new Set([billedBy, ...events.map(({ event }) => event.data.by)])].filter((id) => id !== cause.by)
  const permission = 'VIEW_DISPUTE_CHAT'
  const told = [
    ...(await whoHolds(context, involved, { permission, coeId })),
    ...(await whoHolds(context, involved, { permission })),
    ...(await whoIsTold(context, { permission: 'FLAG_TRANSACTION', coeId, but: cause.by, most: MOST_OF_DISPUTE })),
  ]
  const people = [...new Set(told)].slice(0, MOST_OF_DISPUTE)
  const stream = disputeNoticeOf(disputeId, cause.at)
  await handle(handler, disputeNotice, stream, followUp(cause, 'NotifyDisputeSides', { disputeId, people }))
}
