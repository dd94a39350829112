import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runningMinutes, startedFor, workCalendar, workingMinutes } from '#domain/kernel/working-time.ts'

const PLAIN = workCalendar([])
/** Of the minute in Lagos: `2026-11-23 08:00`. */
const lagos = (text: string) => `${text.replace(' ', 'T')}:00+01:00`
const minutes = (from: string, until: string, holidays: readonly string[] = []) =>
  workingMinutes({ from: lagos(from), until: lagos(until) }, workCalendar(holidays))

test.each([
  ['a whole Monday', '2026-11-23 00:00', '2026-11-24 00:00', [], 540],
  ['before and after work nothing', '2026-11-23 17:00', '2026-11-24 08:00', [], 0],
  ['within a morning', '2026-11-23 08:10', '2026-11-23 09:00', [], 50],
  ['over a night', '2026-11-23 16:30', '2026-11-24 08:15', [], 45],
  ['over a weekend', '2026-11-20 16:00', '2026-11-23 09:00', [], 120],
  ['from a Saturday to a Sunday', '2026-11-21 09:00', '2026-11-22 15:00', [], 0],
  ['a week', '2026-11-16 10:00', '2026-11-23 10:00', [], 2_700],
  ['a week with a holiday', '2026-09-28 08:00', '2026-10-02 17:00', ['2026-10-01'], 2_160],
  ['a holiday on a Sunday takes nothing', '2026-11-16 10:00', '2026-11-23 10:00', ['2026-11-22'], 2_700],
  ['begun and ended on holidays', '2026-12-25 09:00', '2027-01-01 12:00', ['2026-12-25', '2027-01-01'], 2_160],
  ['over the end of a year', '2026-12-31 16:00', '2027-01-04 09:00', ['2027-01-01'], 120],
  ['before 1970', '1969-12-31 08:00', '1970-01-01 17:00', [], 1_080],
  ['backwards nothing', '2026-11-24 10:00', '2026-11-23 10:00', [], 0],
])('working minutes: %s', (_what, from, until, holidays, expected) => {
  expect(minutes(from, until, holidays)).toBe(expected)
})

test('the day is that of Lagos, an hour ahead of UTC', () => {
  expect(workingMinutes({ from: '2026-11-23T06:00:00Z', until: '2026-11-23T07:30:00Z' }, PLAIN)).toBe(30)
  expect(workingMinutes({ from: '2026-11-20T15:30:00Z', until: '2026-11-20T23:30:00Z' }, PLAIN)).toBe(30)
})

test('a clock stops for its pauses, whatever they overlap or reach beyond', () => {
  const span = { from: lagos('2026-11-23 08:00'), until: lagos('2026-11-23 17:00') }
  const pause = (from: string, until: string) => ({
    from: lagos(`2026-11-23 ${from}`),
    until: lagos(`2026-11-23 ${until}`),
  })
  expect(runningMinutes(span, [], PLAIN)).toBe(540)
  expect(runningMinutes(span, [pause('09:00', '10:00')], PLAIN)).toBe(480)
  expect(runningMinutes(span, [pause('09:30', '11:00'), pause('09:00', '10:00')], PLAIN)).toBe(420)
  expect(runningMinutes(span, [pause('09:00', '12:00'), pause('10:00', '11:00')], PLAIN)).toBe(360)
  expect(runningMinutes(span, [pause('07:00', '09:00'), pause('16:00', '23:00')], PLAIN)).toBe(420)
  expect(runningMinutes(span, [pause('07:00', '07:30'), pause('18:00', '23:00')], PLAIN)).toBe(540)
  expect(runningMinutes(span, [pause('06:00', '23:00')], PLAIN)).toBe(0)
})

const day = (offset: number) => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10)
const anyCalendar = fc
  .uniqueArray(fc.integer({ min: 0, max: 90 }), { maxLength: 20 })
  .map((days) => workCalendar(days.map(day)))
const anyInstant = fc
  .integer({ min: 0, max: 90 * 86_400 })
  .map((seconds) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString())
const inOrder = (count: number) =>
  fc.array(anyInstant, { minLength: count, maxLength: count }).map((all) => all.toSorted() as [string, string, string])

test('what is split anywhere adds up, is never negative, and grows with time', () => {
  fc.assert(
    fc.property(inOrder(3), anyCalendar, ([from, between, until], calendar) => {
      const [first, second, whole] = [
        workingMinutes({ from, until: between }, calendar),
        workingMinutes({ from: between, until }, calendar),
        workingMinutes({ from, until }, calendar),
      ]
      expect(first + second).toBe(whole)
      expect(Math.min(first, second)).toBeGreaterThanOrEqual(0)
      expect(whole).toBeLessThanOrEqual(Math.ceil((Date.parse(until) - Date.parse(from)) / 60_000) + 1)
    }),
  )
})

test('nothing is worked from Friday, 17:00, to Monday, 8:00, whatever the year', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5_000 }), anyCalendar, (week, calendar) => {
      // 1970-01-02 was a Friday.
      const friday = Date.UTC(1970, 0, 2, 16) + week * 7 * 86_400_000
      const span = { from: new Date(friday).toISOString(), until: new Date(friday + 63 * 3_600_000).toISOString() }
      expect(workingMinutes(span, calendar)).toBe(0)
    }),
  )
})

test('pauses take away what is worked while they last, and never more', () => {
  fc.assert(
    fc.property(inOrder(3), inOrder(3), anyCalendar, ([from, , until], [one, two, three], calendar) => {
      const pauses = [
        { from: two, until: three },
        { from: one, until: two },
      ]
      const running = runningMinutes({ from, until }, pauses, calendar)
      const clipped = { from: one < from ? from : one, until: three > until ? until : three }
      expect(running).toBe(workingMinutes({ from, until }, calendar) - workingMinutes(clipped, calendar))
    }),
  )
})

test('a clock that started before then shows more than so many minutes now, any other does not', () => {
  fc.assert(
    fc.property(anyInstant, anyInstant, fc.nat({ max: 6_000 }), anyCalendar, (now, from, allowed, calendar) => {
      const isBefore = Date.parse(from) < Date.parse(startedFor(allowed, now, calendar))
      expect(isBefore).toBe(workingMinutes({ from, until: now }, calendar) > allowed)
    }),
    { numRuns: 1_000 },
  )
  expect(startedFor(60, lagos('2026-11-23 08:30'), PLAIN)).toBe(new Date(lagos('2026-11-20 16:30')).toISOString())
})
