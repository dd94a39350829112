import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareNames, foldedName, hasWords } from '#domain/kernel/folded-name.ts'
import { canonicalLine } from '#domain/kernel/text.ts'

const name = fc.string({ unit: 'grapheme', maxLength: 40 })

test.each([
  ['Ọláwálé', 'olawale'],
  ['Sa’adatu', 'saadatu'],
  ["Sa'adatu", 'saadatu'],
  ['Ɓala Ɗanjuma Ƙofar Ƴar’aduwa', 'bala danjuma kofar yaraduwa'],
  ['  Adeyemi–Bello,   Ngozi ', 'adeyemi bello ngozi'],
  ['Ẹ̀kọ́', 'eko'],
  ['Al-Amin', 'al amin'],
  ['5-FU 10 %', '5 fu 10'],
])('%s is %s', (written, folded) => expect(foldedName(written)).toBe(folded))

describe('the key of a name is the same', () => {
  test('in whatever form of Unicode and capitals it is written, and of its key', () => {
    fc.assert(
      fc.property(name, (one) => {
        const key = foldedName(one)
        for (const form of ['NFC', 'NFD'] as const) expect(foldedName(one.normalize(form))).toBe(key)
        expect(foldedName(canonicalLine(one))).toBe(key)
        expect(foldedName(key)).toBe(key)
      }),
    )
  })
  test('in capitals, for the letters of names here', () => {
    const letters = fc.constantFrom(...'aáàbɓcdɗeéẹghiíkƙlmnńoóọpsṣtuúwyƴzñç’- ')
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 30 }), (all) => {
        expect(foldedName(all.join('').toUpperCase())).toBe(foldedName(all.join('')))
      }),
    )
  })
})

test('words are found in any order, in part, whatever their marks', () => {
  for (const typed of ['olawale', 'Adé Ọlá', "ade'", 'ADÉBÁYỌ̀ ỌLÁWÁLÉ', 'bayo'])
    expect([typed, hasWords('Ọláwálé Adébáyọ̀', typed)]).toEqual([typed, true])
  expect(hasWords('Ọláwálé Adébáyọ̀', 'ola bello')).toBe(false)
})

test('marked and small letters sort where their plain capitals do', () => {
  const names = ['Zaria', 'ánkà', 'Ọyọ', 'ìbàdàn', 'Abuja', 'Ọ̀ṣun', 'Owerri']
  expect(names.sort(compareNames)).toEqual(['Abuja', 'ánkà', 'ìbàdàn', 'Ọ̀ṣun', 'Owerri', 'Ọyọ', 'Zaria'])
})
