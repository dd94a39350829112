import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Id } from '#domain/kernel/text.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/** Stream `emailClaim-{keyed hash of the e-mail}`: whose e-mail it is. The e-mail itself is not in it. */
export const emailClaimEvents = {
  EmailClaimed: z.object({ userId: Id, by: Id, at: Instant }),
}
export type EmailClaimEvent = EventsOf<typeof emailClaimEvents>

export const emailClaimRights: Rights<EmailClaimEvent> = { EmailClaimed: { follows: ['UserRegistered'] } }
