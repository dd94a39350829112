import { z } from 'zod'
import type { EventsOf } from '../kernel/event-table.ts'

/** Stream `emailClaim-{keyed hash of the e-mail}`: whose e-mail it is. The e-mail itself is not in it. */
export const emailClaimEvents = {
  EmailClaimed: z.object({ userId: z.string(), by: z.string(), at: z.iso.datetime() }),
}
export type EmailClaimEvent = EventsOf<typeof emailClaimEvents>
