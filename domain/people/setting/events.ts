import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { BasisPoints } from '#domain/kernel/basis-points.ts'
import { type EventsOf, withFacts } from '#domain/kernel/event-table.ts'
import { Kobo } from '#domain/kernel/money.ts'
import { PhoneNumber } from '#domain/kernel/phone-number.ts'
import { Id, text } from '#domain/kernel/text.ts'
import { Count, wholeNumber } from '#domain/kernel/whole-number.ts'
import { MOST_HOURS } from './most-hours.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import type { Rights } from '#domain/kernel/rights.ts'

const hours = wholeNumber(1, MOST_HOURS)

const stamp = z.object({ by: Id, at: Instant })
/** `request` is the command that proposed the amount. */
const ofProposal = stamp.extend({ request: Id })

/** Stream `setting-site`: what the whole site goes by. */
export const settingEvents = {
  /** How a drug payment is shared, in basis points that add up to 10,000. */
  SharesSet: stamp.extend({ ...BasisPoints.shape }),
  /** Above it, money into a patient's wallet needs a reason; kobo. */
  FundingCapSet: stamp.extend({ amount: Kobo }),
  /** Above it, a credit to the pool or an allocation waits for a second person; kobo. The first one, of an installation. */
  SecondPersonAboveSet: withFacts(stamp.extend({ amount: Kobo }), {
    // 1 to 2: one person alone could change it.
    upcasters: [(data) => data],
  }),
  /** Waits for a second person, until when the old amount holds; kobo. */
  SecondPersonAboveProposed: ofProposal.extend({ amount: Kobo, reason: text(1_000) }),
  /** The amount that holds from here on; kobo. */
  SecondPersonAboveConfirmed: ofProposal.extend({ amount: Kobo }),
  SecondPersonAboveDeclined: ofProposal.extend({ reason: text(1_000) }),
  SecondPersonAboveWithdrawn: ofProposal,
  /** For how many working hours a bill may wait for a step of the payment chain before it is late. */
  DeadlinesSet: withFacts(
    stamp.extend({ cmd: hours, initiate: hours, recommend: hours, approve: hours, dfa: hours, permsec: hours }),
    // 1 to 2: the CMD of an invoice had none. Two working days for ever, whatever becomes the default.
    { upcasters: [(data) => ({ ...data, cmd: 18 })] },
  ),
  /** The number of the support line; until it is set there is none. */
  SupportLineSet: stamp.extend({ number: PhoneNumber }),
  /** What applicants accept. Its version says which text that was; versions count up from 1. */
  TermsSet: stamp.extend({ version: Count, text: text(20_000) }),
  /** Whether whoever moves public money, or says who may, needs a second factor to sign in; in production they always do. */
  SecondFactorDemandSet: stamp.extend({ isDemanded: z.boolean() }),
}
export type SettingEvent = EventsOf<typeof settingEvents>

const SETS: readonly Permission[] = ['MANAGE_SITE_SETTING']

/** The portal sets what an installation, and a new edition of what it begins with, begins with. */
export const settingRights: Rights<SettingEvent> = {
  SharesSet: { permission: SETS, system: 'once' },
  FundingCapSet: { permission: SETS, system: 'once' },
  SecondPersonAboveSet: { permission: SETS, system: 'once' },
  SecondPersonAboveProposed: { permission: SETS },
  SecondPersonAboveConfirmed: { second: ['SecondPersonAboveProposed'] },
  SecondPersonAboveDeclined: { second: ['SecondPersonAboveProposed'] },
  SecondPersonAboveWithdrawn: { permission: SETS },
  DeadlinesSet: { permission: SETS, system: 'once' },
  SupportLineSet: { permission: SETS, system: 'once' },
  TermsSet: { permission: SETS, system: 'once' },
  SecondFactorDemandSet: { permission: SETS },
}
