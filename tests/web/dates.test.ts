import { expect, test } from 'vitest'
import { dateText, dateTimeText, parseDate, presetRange, today } from '#web/ui/dates.ts'

test('days show as d-m-yyyy and moments in the time of Lagos', () => {
  expect(dateText('2026-02-01')).toBe('1-2-2026')
  expect(dateText('2026-12-31T23:30:00Z')).toBe('1-1-2027')
  expect(dateTimeText('2026-12-31T23:30:00Z')).toBe('1-1-2027 00:30')
  expect(today(new Date('2026-12-31T23:30:00Z'))).toBe('2027-01-01')
})

test('what is no date shows as nothing', () => {
  for (const value of [null, undefined, '', 'soon']) expect([dateText(value), dateTimeText(value)]).toEqual(['', ''])
})

test('dates can be typed in the usual ways, and impossible ones are refused', () => {
  expect(['1-2-2026', '01/02/2026', '1.2.2026', '2026-02-01', ' 1 2 2026 '].map(parseDate)).toEqual(
    Array(5).fill('2026-02-01'),
  )
  expect(['31-2-2026', '29-2-2025', '0-1-2026', '1-13-2026', '1-2-26', 'x'].map(parseDate)).toEqual(
    Array(6).fill(undefined),
  )
  expect(parseDate('29-2-2028')).toBe('2028-02-29')
})

test('the presets of a date range cover whole weeks from Monday, months and quarters', () => {
  expect(presetRange('Today', '2026-11-21')).toEqual({ from: '2026-11-21', to: '2026-11-21' })
  expect(presetRange('This week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(presetRange('This week', '2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-11-29' })
  expect(presetRange('This month', '2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(presetRange('This quarter', '2026-11-21')).toEqual({ from: '2026-10-01', to: '2026-12-31' })
  expect(presetRange('All', '2026-11-21')).toEqual({ from: '', to: '' })
})
