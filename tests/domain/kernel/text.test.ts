import { expect, test } from 'vitest'
import { PoolCreditBody } from '#api/money/contracts/funding-bodies.ts'
import { isBlank } from '#domain/kernel/blank.ts'
import { plainName } from '#domain/kernel/text.ts'

const UNSEEN = [
  '',
  '   ',
  '\u00a0\u2003',
  '\u200b\u200b',
  '\u202e\u202c',
  '\u2060 \ufeff',
  '\u115f\u3164',
  '\u0007\t',
  '\u2800 \u2800',
]

test.each(UNSEEN)('a text of which nothing can be seen is blank: %j', (text) => {
  expect(isBlank(text)).toBe(true)
})

test.each(['a', ' a ', '\u200b.', 'नि\u200d', 'م', '😀'])(
  'a text of which something can be seen is not: %j',
  (text) => {
    expect(isBlank(text)).toBe(false)
  },
)

test.each(UNSEEN)('no benefactor is called %j, and that is said once', (benefactor) => {
  const { error } = PoolCreditBody.safeParse({ benefactor, credit: '5' })
  expect(error?.issues.map(({ message }) => message)).toEqual(['A benefactor is required'])
})

test.each([
  ['CT scan', 'ct  SCAN '],
  ['CT scan', 'CT\u00a0scan'],
  ['\u1eccl\u00e1', '\u1ecc\u006c\u0061\u0301'],
  ['می\u200cخواهم', 'میخواهم'],
  ['ＣＴ', 'ct'],
])('%j and %j are one name to people', (one, other) => {
  expect(plainName(one)).toBe(plainName(other))
})

test('other words are another name', () => {
  expect(plainName('CT scan')).not.toBe(plainName('CTscan'))
})
