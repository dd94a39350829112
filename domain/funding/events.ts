import { z } from 'zod'
import { type EventsOf, personalText, withFacts } from '../kernel/event-table.ts'
import { Kobo } from '../kernel/money.ts'

const requested = z.object({ amount: Kobo, by: z.string(), at: z.iso.datetime() })
const outcome = z.object({ by: z.string(), at: z.iso.datetime() })

/**
 * Money moved by the fund itself: given to the pool, allocated to a hospital, put into a patient's wallet. Stream
 * `funding-{id}`. The intention comes first; the wallets follow; the outcome closes it (domain.md, Moving money).
 */
export const fundingEvents = {
  /** `benefactor` is an organisation or a public giver, shown on reports. */
  PoolCreditRequested: requested.extend({ benefactor: z.string().min(1) }),
  AllocationRequested: requested.extend({ coeId: z.string() }),
  PatientFundingRequested: withFacts(
    requested.extend({ coeId: z.string(), patientId: z.string(), reason: personalText(z.string()) }),
    { subject: 'patientId' },
  ),
  FundingCompleted: outcome,
  /** The source could not pay. */
  FundingRefused: outcome.extend({ refused: z.string() }),
}
export type FundingEvent = EventsOf<typeof fundingEvents>
