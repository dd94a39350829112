import { z } from 'zod'
import type { EventsOf } from '../kernel/event-table.ts'
import { Kobo } from '../kernel/money.ts'

const stamp = z.object({ by: z.string(), at: z.iso.datetime() })

/** Stream `setting-site`: what the whole site goes by. */
export const settingEvents = {
  /** How a drug payment is shared, in basis points that add up to 10,000. */
  SharesSet: stamp.extend({ coe: z.int(), bank: z.int(), manufacturer: z.int(), emge: z.int() }),
  /** Above it, money into a patient's wallet needs a reason; kobo. */
  FundingCapSet: stamp.extend({ amount: Kobo }),
}
export type SettingEvent = EventsOf<typeof settingEvents>
