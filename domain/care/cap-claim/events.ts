import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Id } from '#domain/kernel/text.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/** Stream `capClaim-{keyed hash of the CAP id}`: whose id on the other programme it is. The id itself is not in it. */
export const capClaimEvents = {
  CapIdClaimed: z.object({ userId: Id, by: Id, at: Instant }),
}
export type CapClaimEvent = EventsOf<typeof capClaimEvents>

export const capClaimRights: Rights<CapClaimEvent> = { CapIdClaimed: { follows: ['PatientRegistered'] } }
