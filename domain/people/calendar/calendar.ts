import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import type { CalendarEvent } from './events.ts'

/** All public holidays stand in one stream. */
export const HOLIDAYS = 'holidays'
/** Forty years of them. */
export const MOST_HOLIDAYS = 1_000

type Named = { readonly day: string; readonly name: string }
export type CalendarCommand =
  Command<'AddHoliday', Named> | Command<'RenameHoliday', Named> | Command<'RemoveHoliday', Pick<Named, 'day'>>
export type CalendarRefusal = 'calendar_holiday_unknown' | 'calendar_holiday_already_added' | 'calendar_full'

/** The names of the holidays by their days, YYYY-MM-DD, and the days of those that were removed. */
export type Calendar = { readonly holidays: ReadonlyMap<string, string>; readonly removed: ReadonlySet<string> }

function decide({ type, data, by, at }: CalendarCommand, calendar: Calendar): Decision<CalendarEvent, CalendarRefusal> {
  const { holidays, removed } = calendar
  const name = holidays.get(data.day)
  switch (type) {
    case 'AddHoliday':
      if (name === data.name) return []
      if (name !== undefined) return refuse('calendar_holiday_already_added', { name })
      if (holidays.size >= MOST_HOLIDAYS) return refuse('calendar_full', { most: MOST_HOLIDAYS })
      return [{ type: 'HolidayAdded', data: { day: data.day, name: data.name, by, at } }]
    case 'RenameHoliday':
      if (name === undefined) return refuse('calendar_holiday_unknown')
      return name === data.name ? [] : [{ type: 'HolidayRenamed', data: { day: data.day, name: data.name, by, at } }]
    case 'RemoveHoliday':
      if (name === undefined) return removed.has(data.day) ? [] : refuse('calendar_holiday_unknown')
      return [{ type: 'HolidayRemoved', data: { day: data.day, by, at } }]
  }
}

function evolve({ holidays, removed }: Calendar, { type, data }: CalendarEvent): Calendar {
  const { day } = data
  if (type === 'HolidayRemoved')
    return { holidays: new Map([...holidays].filter(([other]) => other !== day)), removed: new Set(removed).add(day) }
  if (type === 'HolidayRenamed' && !holidays.has(day)) return { holidays, removed }
  return { holidays: new Map(holidays).set(day, data.name), removed }
}

/** Stream `calendar-holidays`. */
export const calendar: Decider<Calendar, CalendarCommand, CalendarEvent, CalendarRefusal> = {
  category: 'calendar',
  initial: () => ({ holidays: new Map(), removed: new Set() }),
  decide,
  evolve,
}
