import { expect, test } from 'vitest'
import { shown } from '#domain/kernel/text.ts'
import { differenceLine } from '#scripts/difference-line.ts'

test('nothing of a text steers the terminal that it is shown in', () => {
  expect(shown('\x1b[2K\x1b[1A')).toBe('\\u001b[2K\\u001b[1A')
  expect(shown('one\nGREEN\r\t\x9b1A\u202eabc\u2066\ud800')).toBe(
    'one\\u000aGREEN\\u000d\\u0009\\u009b1A\\u202eabc\\u2066\\ud800',
  )
  expect(shown('Ọlá, 12 KB: “x”')).toBe('Ọlá, 12 KB: “x”')
})

test('what does not hold is three lines, whatever it says', () => {
  const evil = '\x1b[1A\n'
  const line = differenceLine(
    { stream: evil, row: { table: evil, key: evil, column: evil }, check: evil, expected: evil, found: evil },
    'Position 12',
  )
  expect([line.split('\n').length, /[\x00-\x09\x0b-\x1f]/.test(line)]).toEqual([3, false])
})
