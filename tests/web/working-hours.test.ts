import { expect, test } from 'vitest'
import { workingHoursText } from '#web/ui/working-hours.ts'

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
