import type { EventTable } from '#domain/kernel/event-table.ts'
import { calendarEvents } from './calendar/events.ts'
import { emailClaimEvents } from './email-claim/events.ts'
import { menuEvents } from './menu/events.ts'
import { permissionEvents } from './permission/events.ts'
import { roleTreeEvents } from './role-tree/events.ts'
import { roleEvents } from './role/events.ts'
import { secondFactorEvents } from './second-factor/events.ts'
import { settingEvents } from './setting/events.ts'
import { userEvents } from './user/events.ts'

/** The events of people, what they may do and what greets them. */
export const peopleEvents: EventTable = {
  ...calendarEvents,
  ...emailClaimEvents,
  ...menuEvents,
  ...permissionEvents,
  ...roleEvents,
  ...roleTreeEvents,
  ...secondFactorEvents,
  ...settingEvents,
  ...userEvents,
}
