import { type Asked, follows } from '#domain/kernel/follows.ts'
import { calendar, type CalendarCommand, HOLIDAYS } from './calendar.ts'
import type { CalendarEvent } from './events.ts'

function asked({ type, data }: CalendarEvent): Asked<CalendarCommand> {
  switch (type) {
    case 'HolidayAdded':
      return { type: 'AddHoliday', data }
    case 'HolidayRenamed':
      return { type: 'RenameHoliday', data }
    case 'HolidayRemoved':
      return { type: 'RemoveHoliday', data }
  }
}

export const calendarFollows = follows(calendar, asked, { named: () => HOLIDAYS })
