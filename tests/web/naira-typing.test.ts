import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { fieldText, groupTyping, nairaOf } from '#web/ui/form/naira-typing.ts'

/** Types a text character by character at the caret, as a person does. */
function typing(text: string) {
  let now = { text: '', caret: 0 }
  for (const letter of text) {
    now = groupTyping(now.text.slice(0, now.caret) + letter + now.text.slice(now.caret), now.caret + 1)
  }
  return now
}

test('an amount is grouped as one types, with the caret after what was typed', () => {
  expect(typing('1250000.5')).toEqual({ text: '1,250,000.5', caret: 11 })
  expect(typing('007')).toEqual({ text: '7', caret: 1 })
})

test('a paste of 1,250,000.00 is taken, with or without NGN', () => {
  for (const pasted of ['1,250,000.00', 'NGN 1,250,000.00', ' 1250000.00 ']) {
    expect(nairaOf(groupTyping(pasted, pasted.length).text)).toBe('1250000.00')
  }
})

test('a digit typed in the middle leaves the caret behind it', () => {
  expect(groupTyping('1,9250,000', 3)).toEqual({ text: '19,250,000', caret: 2 })
})

test('a third decimal and letters are dropped', () => {
  expect(typing('12.345abc').text).toBe('12.34')
})

test('leaving the field writes two decimals', () => {
  expect(fieldText(nairaOf('1250'))).toBe('1,250.00')
  expect(nairaOf('12.')).toBe('12.00')
  expect(nairaOf('')).toBe('')
})

property.prop([fc.integer({ min: 0, max: 9_999_999_999_999 })])('any whole kobo survives being typed', (amount) => {
  const naira = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
  expect(nairaOf(typing(naira).text)).toBe(naira)
})
