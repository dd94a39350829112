import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendar, type CalendarCommand, HOLIDAYS, MOST_HOLIDAYS } from '#domain/people/calendar/calendar.ts'
import type { CalendarEvent } from '#domain/people/calendar/events.ts'
import { STARTING_HOLIDAYS } from '#domain/people/calendar/starting-holidays.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const day = '2026-10-01'
const stamp = { day, by: 'user-1', at: AT }
const added = (name: string): CalendarEvent => ({ type: 'HolidayAdded', data: { ...stamp, name } })
const renamed = (name: string): CalendarEvent => ({ type: 'HolidayRenamed', data: { ...stamp, name } })
const removed: CalendarEvent = { type: 'HolidayRemoved', data: stamp }
const add = (name: string) => command('AddHoliday', { day, name })
const rename = (name: string) => command('RenameHoliday', { day, name })
const remove = () => command('RemoveHoliday', { day })

test('a day is a public holiday once, under one name', () => {
  given(calendar).when(add('Independence Day')).then(added('Independence Day'))
  given(calendar, added('Independence Day')).when(add('Independence Day')).thenNothing()
  given(calendar, added('Independence Day'))
    .when(add('National Day'))
    .thenRefused('calendar_holiday_already_added', { name: 'Independence Day' })
})

test('it is renamed while it is one', () => {
  given(calendar, added('National Day')).when(rename('Independence Day')).then(renamed('Independence Day'))
  given(calendar, added('Independence Day')).when(rename('Independence Day')).thenNothing()
  given(calendar).when(rename('Independence Day')).thenRefused('calendar_holiday_unknown')
  given(calendar, added('National Day'), removed).when(rename('X')).thenRefused('calendar_holiday_unknown')
})

test('it is removed once, and may come again', () => {
  given(calendar, added('Independence Day')).when(remove()).then(removed)
  given(calendar, added('Independence Day'), removed).when(remove()).thenNothing()
  given(calendar).when(remove()).thenRefused('calendar_holiday_unknown')
  given(calendar, added('Independence Day'), removed).when(add('National Day')).then(added('National Day'))
})

test('there is a most of them', () => {
  const many = Array.from({ length: MOST_HOLIDAYS }, (_, index): CalendarEvent => {
    const other = new Date(Date.UTC(2_000, 0, 1 + index)).toISOString().slice(0, 10)
    return { type: 'HolidayAdded', data: { ...stamp, day: other, name: 'Day' } }
  })
  given(calendar, ...many)
    .when(add('One more'))
    .thenRefused('calendar_full', { most: MOST_HOLIDAYS })
  given(calendar, ...many.slice(1))
    .when(add('The last'))
    .then(added('The last'))
})

test('an installation begins with two years of them, each day once', () => {
  const days = STARTING_HOLIDAYS.map((one) => one.day)
  expect(new Set(days).size).toBe(days.length)
  expect([...new Set(days.map((one) => one.slice(0, 4)))]).toEqual(['2025', '2026'])
})

const anyDay = fc.constantFrom('2026-10-01', '2026-12-25')
const anyNamed = fc.record({ day: anyDay, name: fc.constantFrom('One', 'Other') })
const anyCommand: fc.Arbitrary<CalendarCommand> = fc.oneof(
  anyNamed.map((data) => command('AddHoliday', data)),
  anyNamed.map((data) => command('RenameHoliday', data)),
  anyDay.map((one) => command('RemoveHoliday', { day: one })),
)
describeDeciderProperties(calendar, anyCommand, (state, history) => {
  const last = new Map(history.map(({ type, data }) => [data.day, type === 'HolidayRemoved' ? undefined : data.name]))
  for (const [one, name] of last) expect(state.holidays.get(one)).toBe(name)
})

describeFollows(
  calendar,
  runsOf(anyCommand),
  {
    'a list of another place': inAnotherStream,
    'a name given to a day that is none': changed(({ type }) =>
      type === 'HolidayRenamed' ? { day: '2026-01-02' } : undefined,
    ),
  },
  HOLIDAYS,
)
