import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { type EventsOf, personalText, withFacts } from '#domain/kernel/event-table.ts'
import { Kobo } from '#domain/kernel/money.ts'
import { Id, line, text } from '#domain/kernel/text.ts'

const requested = z.object({ amount: Kobo, by: Id, at: Instant })
const outcome = z.object({ by: Id, at: Instant })

/**
 * Money moved by the fund itself: given to the pool, allocated to a hospital, put into a patient's wallet. Stream
 * `funding-{id}`. The intention comes first; the wallets follow; the outcome closes it (domain.md, Moving money).
 */
export const fundingEvents = {
  /** `benefactor` is an organisation or a public giver, shown on reports. */
  PoolCreditRequested: requested.extend({ benefactor: line(200).min(1) }),
  AllocationRequested: requested.extend({ coeId: Id }),
  PatientFundingRequested: withFacts(
    requested.extend({ coeId: Id, patientId: Id, reason: personalText(text(1_000)) }),
    { subject: 'patientId' },
  ),
  FundingCompleted: outcome,
  /** The source could not pay, or the pool may be given no more. */
  FundingRefused: outcome.extend({ refused: text(100) }),
}
export type FundingEvent = EventsOf<typeof fundingEvents>
