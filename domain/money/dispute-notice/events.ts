import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Id } from '#domain/kernel/text.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/** At most so many people are mailed at once about a dispute. */
export const MOST_OF_DISPUTE = 100

/** Stream `disputeNotice-{dispute}:{hour}`: that a dispute was raised, answered or ended. */
export const disputeNoticeEvents = {
  /** `people` of both sides are mailed `until` then, the end of the hour: nobody twice for one hour. */
  DisputeNotified: z.object({
    ...{ disputeId: Id, until: Instant, people: z.array(Id).min(1).max(MOST_OF_DISPUTE) },
    ...{ by: Id, at: Instant },
  }),
}
export type DisputeNoticeEvent = EventsOf<typeof disputeNoticeEvents>

export const disputeNoticeRights: Rights<DisputeNoticeEvent> = {
  DisputeNotified: { follows: ['TransactionDisputed', 'DisputeCommented', 'DisputeEnded'] },
}
