import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOf, isHours, momentAt, momentByKey, scaleOf, timeOf } from '#web/features/money/ledger/moment-scale.ts'

const recorded = (...times: readonly string[]) => scaleOf(times.map((recorded_at) => ({ recorded_at })))
const day = (date: number) => `2026-03-${String(date).padStart(2, '0')}T10:00:00.000Z`

test('a moment stands where it was in time, not where it was in the row of movements', () => {
  const scale = recorded(day(1), day(2), day(11))
  const share = (moment: number) => (timeOf(scale, moment) - timeOf(scale, 1)) / (endOf(scale) - timeOf(scale, 1))
  expect([1, 2, 3].map(share)).toEqual([0, 0.1, 1])
  expect(timeOf(scale, 0)).toBeLessThan(timeOf(scale, 1))
})

test('the only movement has a time before it', () => {
  const scale = recorded(day(1))
  expect(timeOf(scale, 0)).toBe(Date.parse(day(1)) - 60_000)
  expect(endOf(scale)).toBe(Date.parse(day(1)))
})

test('a time leads to the moment nearest to it, and of several at once to the last', () => {
  const scale = recorded(day(1), day(2), day(2), day(11))
  const at = (text: string) => momentAt(scale, Date.parse(text))
  expect(at('2026-02-01T00:00:00Z')).toBe(0)
  expect(at(day(1))).toBe(1)
  expect(at('2026-03-02T09:00:00Z')).toBe(3)
  expect(at('2026-03-06T00:00:00Z')).toBe(3)
  expect(at('2026-03-08T00:00:00Z')).toBe(4)
  expect(at('2027-01-01T00:00:00Z')).toBe(4)
})

test('the scale never goes back, and every moment is the one at its own time, or at once with it', () => {
  const minutes = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(minutes, (all) => {
      const scale = recorded(...all.map((minute) => new Date(minute * 60_000).toISOString()))
      scale.forEach((time, moment) => {
        expect(time).toBeGreaterThanOrEqual(scale[moment - 1] ?? time)
        expect(timeOf(scale, momentAt(scale, time))).toBe(time)
        expect(momentAt(scale, time)).toBeGreaterThanOrEqual(moment)
      })
    }),
  )
})

test('keys lead from movement to movement, by tens, and to the ends', () => {
  const by = (key: string, moment: number) => momentByKey(key, moment, 40)
  expect([by('ArrowLeft', 3), by('ArrowDown', 0), by('ArrowRight', 3), by('ArrowUp', 40)]).toEqual([2, 0, 4, 40])
  expect([by('PageDown', 3), by('PageUp', 3), by('Home', 3), by('End', 3)]).toEqual([0, 7, 0, 40])
  expect(momentByKey('PageUp', 1, 3)).toBe(2)
  expect(by('Tab', 3)).toBeUndefined()
})

test('a scale of hours tells hours, a longer one days', () => {
  expect(isHours(recorded('2026-03-01T08:00:00Z', '2026-03-02T08:00:00Z'))).toBe(true)
  expect(isHours(recorded(day(1), day(11)))).toBe(false)
})
