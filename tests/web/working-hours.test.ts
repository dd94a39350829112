import { expect, test } from 'vitest'
import { tookText, waitedText, workingHoursText } from '#web/ui/working-hours.ts'

test.each([
  [0, 'Just arrived'],
  [5, 'Just arrived'],
  [6, '0.1 working hours'],
  [60, '1 working hour'],
  [270, '4.5 working hours'],
  [72_000, '1,200 working hours'],
])('%d working minutes are %s', (minutes, text) => {
  expect(workingHoursText(minutes)).toBe(text)
})

test.each([
  [5, 'Just arrived', 'at once'],
  [60, 'for 1 working hour', 'after 1 working hour'],
])('of a step, %d working minutes are %s, and %s', (minutes, waited, took) => {
  expect(waitedText(minutes)).toBe(waited)
  expect(tookText(minutes)).toBe(took)
})
