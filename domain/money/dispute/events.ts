import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { type EventsOf, personal, personalText, withFacts } from '#domain/kernel/event-table.ts'
import { Id, text } from '#domain/kernel/text.ts'
import { BilledDocument } from '#domain/money/transaction/events.ts'

const stamp = z.object({ by: Id, at: Instant })

/** How a dispute ends: the bill stands; the wallet gets its money back; or whoever raised it takes it back. */
export const DISPUTE_OUTCOMES = ['resolved', 'reversed', 'withdrawn'] as const

/**
 * Stream `dispute-{id}`: what is said about a disputed bill, and how that ended (domain.md, Dispute). That the bill is held
 * up stands in the bill's own stream.
 */
export const disputeEvents = {
  DisputeRaised: withFacts(
    stamp.extend({
      transactionId: Id,
      patientId: Id,
      coeId: Id,
      /** Who billed: they do not resolve it. */
      billedBy: Id,
      reason: personalText(text(1_000)),
      documents: personal(z.array(BilledDocument).max(50), []),
    }),
    { subject: 'patientId' },
  ),
  DisputeEnded: withFacts(
    stamp.extend({
      transactionId: Id,
      patientId: Id,
      coeId: Id,
      outcome: z.enum(DISPUTE_OUTCOMES),
      comment: personalText(text(1_000).optional()),
    }),
    { subject: 'patientId' },
  ),
}
export type DisputeEvent = EventsOf<typeof disputeEvents>
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number]
