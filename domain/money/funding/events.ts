import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { type EventsOf, personalText, type Upcaster, withFacts } from '#domain/kernel/event-table.ts'
import { Kobo } from '#domain/kernel/money.ts'
import { Id, line, text } from '#domain/kernel/text.ts'
import type { Rights } from '#domain/kernel/rights.ts'

const outcome = z.object({ by: Id, at: Instant })
const requested = outcome.extend({ amount: Kobo })

/** At most so many people are told that one waits for a second person. */
export const MOST_TOLD = 100

/**
 * The site setting of the moment (`above`: `second_person_above`), and what its maker moved alone that Lagos day with this one
 * (`today`, funding-day), kobo; null of what was recorded before they counted.
 */
const asked = requested.extend({ above: Kobo.nullable(), today: Kobo.nullable() })
/** No amount needed a second person. */
const withoutLimit: Upcaster = (data) => ({ ...data, above: null })
/** Each amount stood for itself. */
const withoutSum: Upcaster = (data) => ({ ...data, today: null })
/** Waits for a second person: with it the day is above the setting. `toConfirm` are those who could be one, and are told. */
const proposed = requested.extend({ above: Kobo, today: Kobo.nullable(), toConfirm: z.array(Id).max(MOST_TOLD) })
/** `benefactor` is an organisation or a public giver, shown on reports. */
const given = { benefactor: line(200).min(1) }
const allocated = { coeId: Id }
const funded = { coeId: Id, patientId: Id, reason: personalText(text(1_000)) }

/**
 * Money moved by the fund itself: given to the pool, allocated to a hospital, put into a patient's wallet. Stream
 * `funding-{id}`. The intention comes first; the wallets follow; the outcome closes it (domain.md, Moving money between
 * streams). One with which its maker's day is above the setting is proposed, and its intention is a second person's word.
 */
export const fundingEvents = {
  PoolCreditRequested: withFacts(asked.extend(given), { upcasters: [withoutLimit, withoutSum] }),
  AllocationRequested: withFacts(asked.extend(allocated), { upcasters: [withoutLimit, withoutSum] }),
  PatientFundingRequested: withFacts(asked.extend(funded), {
    subject: 'patientId',
    upcasters: [(data) => withoutSum(withoutLimit(data))],
  }),
  PoolCreditProposed: withFacts(proposed.extend(given), { upcasters: [withoutSum] }),
  AllocationProposed: withFacts(proposed.extend(allocated), { upcasters: [withoutSum] }),
  PatientFundingProposed: withFacts(proposed.extend(funded), { subject: 'patientId' }),
  /** By a second person: from here on the money is on its way. */
  FundingConfirmed: outcome.extend({ proposedBy: Id }),
  /** By a second person; nothing moves. */
  FundingDeclined: outcome.extend({ proposedBy: Id, reason: text(1_000) }),
  /** By whoever proposed it; nothing moves. */
  FundingWithdrawn: outcome.extend({ reason: text(1_000) }),
  FundingCompleted: outcome,
  /** The source could not pay, or the pool may be given no more. What was proposed waits again. */
  FundingRefused: outcome.extend({ refused: text(100) }),
}
export type FundingEvent = EventsOf<typeof fundingEvents>

const PROPOSED = ['PoolCreditProposed', 'AllocationProposed', 'PatientFundingProposed']
const moved = {
  follows: ['PoolCreditRequested', 'AllocationRequested', 'PatientFundingRequested', 'FundingConfirmed'],
}

export const fundingRights: Rights<FundingEvent> = {
  PoolCreditRequested: { permission: ['CREDIT_POOL'] },
  AllocationRequested: { permission: ['ALLOCATE_POOL'] },
  PatientFundingRequested: { permission: ['FUND_PATIENT'] },
  PoolCreditProposed: { permission: ['CREDIT_POOL'] },
  AllocationProposed: { permission: ['ALLOCATE_POOL'] },
  PatientFundingProposed: { permission: ['FUND_PATIENT'] },
  FundingConfirmed: { second: PROPOSED },
  FundingDeclined: { second: PROPOSED },
  // Its proposer alone, who may have lost that very permission since.
  FundingWithdrawn: { permission: ['CREDIT_POOL', 'ALLOCATE_POOL', 'FUND_PATIENT'] },
  FundingCompleted: moved,
  FundingRefused: moved,
}
