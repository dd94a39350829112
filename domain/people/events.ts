import type { EventTable } from '#domain/kernel/event-table.ts'
import { emailClaimEvents } from './email-claim/events.ts'
import { menuEvents } from './menu/events.ts'
import { roleEvents } from './role/events.ts'
import { settingEvents } from './setting/events.ts'
import { userEvents } from './user/events.ts'

/** The events of people, what they may do and what greets them. */
export const peopleEvents: EventTable = {
  ...emailClaimEvents,
  ...menuEvents,
  ...roleEvents,
  ...settingEvents,
  ...userEvents,
}
