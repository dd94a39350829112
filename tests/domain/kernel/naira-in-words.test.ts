import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kobo } from '#domain/kernel/money.ts'
import { nairaInWords } from '#domain/kernel/naira-in-words.ts'

describe('an amount in words', () => {
  test.each([
    [0, 'Zero naira only'],
    [5, 'Zero naira and five kobo only'],
    [100, 'One naira only'],
    [1_150, 'Eleven naira and fifty kobo only'],
    [2_100, 'Twenty-one naira only'],
    [11_000, 'One hundred and ten naira only'],
    [100_100, 'One thousand and one naira only'],
    [111_100, 'One thousand, one hundred and eleven naira only'],
    [125_000_050, 'One million, two hundred and fifty thousand naira and fifty kobo only'],
    [200_000_001_200, 'Two billion and twelve naira only'],
    [-700, 'Minus seven naira only'],
    [4_000_000_000_000_000, 'Forty trillion naira only'],
  ])('%i kobo', (amount, words) => {
    expect(nairaInWords(kobo(amount))).toBe(words)
  })

  test('is read back as the same amount, whatever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000_000 }), (amount) => {
        expect(readBack(nairaInWords(kobo(amount)))).toBe(amount)
      }),
    )
  })
})

const UNITS: Record<string, number> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
}
const SCALES: Record<string, number> = { thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 }

/** A reader of such words, which knows nothing of how they are made. */
function readBack(text: string): number {
  const [naira = '', kobo = ''] = text.toLowerCase().replace(' only', '').split(' naira')
  return numberOf(naira) * 100 + numberOf(kobo.replace(' kobo', ''))
}

function numberOf(text: string): number {
  let total = 0
  let group = 0
  for (const word of text.split(/[ ,-]+/)) {
    if (word in UNITS) group += UNITS[word] ?? 0
    else if (word === 'hundred') group *= 100
    else if (word in SCALES) {
      total += group * (SCALES[word] ?? 0)
      group = 0
    }
  }
  return total + group
}
