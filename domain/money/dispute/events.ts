import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { type EventsOf, personal, personalText, withFacts } from '#domain/kernel/event-table.ts'
import { Id, text } from '#domain/kernel/text.ts'
import { BilledDocument } from '#domain/money/transaction/events.ts'
import { DISPUTE_OUTCOMES } from './outcomes.ts'
import type { Rights } from '#domain/kernel/rights.ts'

const stamp = z.object({ by: Id, at: Instant })

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
  /** Somebody of the hospital or of the ministry says something about it, while it is open. */
  DisputeCommented: withFacts(
    stamp.extend({
      transactionId: Id,
      patientId: Id,
      coeId: Id,
      /** Of the request that said it: the same is said once. */
      messageId: Id,
      comment: personalText(text(1_000)),
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
/** What brings documents to a dispute beside those that it was raised with, which its bill's flag names. */
export type DisputeCommented = Extract<DisputeEvent, { type: 'DisputeCommented' }>

export const disputeRights: Rights<DisputeEvent> = {
  DisputeRaised: { follows: ['TransactionDisputed'] },
  DisputeCommented: { permission: ['SEND_DISPUTE_CHAT'] },
  DisputeEnded: { permission: ['FLAG_TRANSACTION'] },
}
