import { z } from 'zod'
import { Day, Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Kobo } from '#domain/kernel/money.ts'
import { Id } from '#domain/kernel/text.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/** Stream `fundingDay-{user id}:{day}`: what one person moves on their word alone in a Lagos day (domain.md, Money). */
export const fundingDayEvents = {
  /**
   * Counted before it is asked for. `sum` (kobo) is what they moved alone that day, with this. Above `above`, the site setting
   * of the moment, this one waits for a second person and stays out of the next sum.
   */
  FundingCounted: z.object({
    ...{ userId: Id, day: Day, fundingId: Id, amount: Kobo, above: Kobo, sum: Kobo },
    ...{ by: Id, at: Instant },
  }),
}
export type FundingDayEvent = EventsOf<typeof fundingDayEvents>

export const fundingDayRights: Rights<FundingDayEvent> = {
  FundingCounted: {
    follows: [
      ...['PoolCreditRequested', 'AllocationRequested', 'PatientFundingRequested'],
      ...['PoolCreditProposed', 'AllocationProposed', 'PatientFundingProposed'],
    ],
  },
}
