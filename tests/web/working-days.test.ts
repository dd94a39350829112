import { expect, test } from 'vitest'
import { workingDays, workingDaysText } from '#web/ui/working-days.ts'

// 20 November 2026 is a Friday.
test.each([
  ['2026-11-20T08:00:00.000Z', '2026-11-20T16:00:00.000Z', 0],
  ['2026-11-20T08:00:00.000Z', '2026-11-22T16:00:00.000Z', 0],
  ['2026-11-20T08:00:00.000Z', '2026-11-23T16:00:00.000Z', 1],
  ['2026-11-20T08:00:00.000Z', '2026-11-27T16:00:00.000Z', 5],
  ['2026-11-22T22:59:59.000Z', '2026-11-22T23:00:00.000Z', 1],
  ['2026-01-01T08:00:00.000Z', '2026-12-31T08:00:00.000Z', 260],
])('from %s to %s are %i working days', (since, now, days) => {
  expect(workingDays(since, new Date(now))).toBe(days)
})

test('waiting is said in words', () => {
  const now = new Date('2026-11-24T08:00:00.000Z')
  expect(workingDaysText('2026-11-24T07:00:00.000Z', now)).toBe('less than a working day')
  expect(workingDaysText('2026-11-23T07:00:00.000Z', now)).toBe('1 working day')
  expect(workingDaysText('2026-11-19T07:00:00.000Z', now)).toBe('3 working days')
})
