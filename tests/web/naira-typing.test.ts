import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { fieldText, groupTyping, isOfDigits, nairaOf } from '#web/ui/form/naira-typing.ts'

const EMPTY = { text: '', caret: 0 }

/** Types a text character by character at the caret, as a person does. */
function typing(text: string, from = EMPTY) {
  let now = from
  for (const data of text) {
    const typed = now.text.slice(0, now.caret) + data + now.text.slice(now.caret)
    now = groupTyping(now.text, typed, now.caret + 1, isOfDigits({ inputType: 'insertText', data }))
  }
  return now
}
/** Puts a text in place of all that stands there. */
const pasting = (data: string, before = '') =>
  groupTyping(before, data, data.length, isOfDigits({ inputType: 'insertFromPaste', data }))
/** What the form has and what the field shows once it is left. */
const left = (text: string) => [nairaOf(text), nairaOf(text) === '' ? text : fieldText(nairaOf(text))]

test('an amount is grouped as one types, with the caret after what was typed', () => {
  expect(typing('1250000.5')).toEqual({ text: '1,250,000.5', caret: 11 })
  expect(typing('007')).toEqual({ text: '7', caret: 1 })
})

test('a digit typed in the middle leaves the caret behind it, and one taken away groups the rest anew', () => {
  expect(typing('9', { text: '1,250,000', caret: 2 })).toEqual({ text: '19,250,000', caret: 2 })
  const isDigits = isOfDigits({ inputType: 'deleteContentBackward', data: null })
  expect(groupTyping('1,250', '1,25', 4, isDigits)).toEqual({ text: '125', caret: 3 })
})

test.each([
  ['1250', '1250.00', '1,250.00'],
  ['12.', '12.00', '12.00'],
  ['1,250,000.00', '1250000.00', '1,250,000.00'],
  ['NGN 1,250,000.00', '1250000.00', '1,250,000.00'],
  ['\u20a61,250', '1250.00', '1,250.00'],
  ['\u20a6 12.5', '12.50', '12.50'],
  [' 1250000.00 ', '1250000.00', '1,250,000.00'],
  ['1 250 000.00', '1250000.00', '1,250,000.00'],
  ['1\u00a0250\u202f000', '1250000.00', '1,250,000.00'],
])('%j is that amount, typed and pasted', (text, naira, shown) => {
  for (const { text: stands } of [typing(text), pasting(text), pasting(text, '9,999.00')])
    expect(left(stands)).toEqual([naira, shown])
})

test.each([
  '1.250.000,00',
  '1250,50',
  '-500',
  '(500.00)',
  'N2m',
  '2m',
  '12.345',
  '1,25',
  '12 50',
  '1,250 000',
  '1e6',
  'USD 5',
  '=5',
  '-0',
  'abc',
])('%j is no amount: it stays as it was pasted, and the form has none', (text) => {
  expect(pasting(text).text).toBe(text)
  expect(nairaOf(text)).toBe('')
  expect(nairaOf(typing(text).text)).toBe('')
})

test('of what is typed behind an amount nothing is dropped', () => {
  expect(typing('1250,50').text).toBe('1,250,50')
  expect(typing('12.345').text).toBe('12.345')
  expect(typing('2m').text).toBe('2m')
  expect(typing('1,250,000').text).toBe('1,250,000')
})

property.prop([fc.integer({ min: 0, max: 9_999_999_999_999 })])('any whole kobo survives being typed', (amount) => {
  const naira = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
  expect(nairaOf(typing(naira).text)).toBe(naira)
})

/** The figures and the point of an amount, without zeros before it and a point behind it. */
const figuresOf = (text: string) =>
  text
    .replaceAll(/[^\d.]/g, '')
    .replace(/^0+(?=\d)/, '')
    .replace(/\.$/, '')

property.prop([fc.string({ maxLength: 12, unit: fc.constantFrom(...'0123456789.,- NGNm(\u20a6') })])(
  'whatever is pasted is that amount or none',
  (text) => {
    const stands = pasting(text).text
    if (nairaOf(stands) === '') expect(stands).toBe(text)
    else expect(figuresOf(stands)).toBe(figuresOf(text))
  },
)
