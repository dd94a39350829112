import { z } from 'zod'
import { Day, Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Id, line } from '#domain/kernel/text.ts'
import type { Rights } from '#domain/kernel/rights.ts'

const stamp = z.object({ day: Day, by: Id, at: Instant })

/** Stream `calendar-holidays`: the public holidays, each by its day (YYYY-MM-DD); no clock runs on them. */
export const calendarEvents = {
  HolidayAdded: stamp.extend({ name: line(200) }),
  HolidayRenamed: stamp.extend({ name: line(200) }),
  HolidayRemoved: stamp,
}
export type CalendarEvent = EventsOf<typeof calendarEvents>

export const calendarRights: Rights<CalendarEvent> = {
  HolidayAdded: { permission: ['MANAGE_SITE_SETTING'], system: 'always' },
  HolidayRenamed: { permission: ['MANAGE_SITE_SETTING'] },
  HolidayRemoved: { permission: ['MANAGE_SITE_SETTING'] },
}
