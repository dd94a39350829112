import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { type EventsOf, personalText, type Upcaster, withFacts } from '#domain/kernel/event-table.ts'
import { Kobo } from '#domain/kernel/money.ts'
import { Id, line, text } from '#domain/kernel/text.ts'

const outcome = z.object({ by: Id, at: Instant })
const requested = outcome.extend({ amount: Kobo })

/** At most so many people are told that one waits for a second person. */
export const MOST_TOLD = 100

/** Ids, amounts and the site setting of the day (`second_person_above`, kobo); null of what was recorded before there was one. */
const asked = requested.extend({ above: Kobo.nullable() })
/** 1 to 2: no amount needed a second person. */
const withoutLimit: Upcaster = (data) => ({ ...data, above: null })
/** Waits for a second person: it is above the setting of the day. `toConfirm` are those who could be one, and are told. */
const proposed = requested.extend({ above: Kobo, toConfirm: z.array(Id).max(MOST_TOLD) })
/** `benefactor` is an organisation or a public giver, shown on reports. */
const given = { benefactor: line(200).min(1) }
const allocated = { coeId: Id }

/**
 * Money moved by the fund itself: given to the pool, allocated to a hospital, put into a patient's wallet. Stream
 * `funding-{id}`. The intention comes first; the wallets follow; the outcome closes it (domain.md, Moving money between
 * streams). A credit or an allocation above the setting is proposed, and its intention is a second person's word.
 */
export const fundingEvents = {
  PoolCreditRequested: withFacts(asked.extend(given), { upcasters: [withoutLimit] }),
  AllocationRequested: withFacts(asked.extend(allocated), { upcasters: [withoutLimit] }),
  PatientFundingRequested: withFacts(
    requested.extend({ coeId: Id, patientId: Id, reason: personalText(text(1_000)) }),
    { subject: 'patientId' },
  ),
  PoolCreditProposed: proposed.extend(given),
  AllocationProposed: proposed.extend(allocated),
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
