import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { CoeBankBody } from '#api/catalogue/contracts/coe-body.ts'
import { birthDate, nairaTyped, phoneNumber, shortCode } from '#api/contracts/input.ts'
import { setToday } from '#api/contracts/today.ts'
import { CodeBody } from '#api/people/contracts/account.ts'
import { today } from '#web/ui/dates.ts'

setToday(() => today())
const { bank_account_number: accountNumber, bank_sort_code: sortCode } = CoeBankBody.shape
const mailedCode = CodeBody.shape.hash
const DAY_MS = 86_400_000
const tomorrow = today(new Date(Date.now() + DAY_MS))

/** What people type, and what is kept of it: undefined where it is refused. */
describe.each<[string, z.ZodType, [unknown, unknown][]]>([
  [
    'phone number',
    phoneNumber(),
    [
      ['08031234567', '08031234567'],
      [' 0803 123 4567 ', '08031234567'],
      ['0803-123-4567', '08031234567'],
      ['0803\u2013123\u20134567', '08031234567'],
      ['+2348031234567', '08031234567'],
      ['+234 803 123 4567', '08031234567'],
      ['2348031234567', undefined],
      ['+23408031234567', undefined],
      ['+2340803123456', undefined],
      ['+44 803 123 4567', undefined],
      ['0803123456', undefined],
      ['080312345678', undefined],
      ['0803 123 456O', undefined],
      ['(0803) 123 4567', undefined],
      ['08031234567x', undefined],
      ['', undefined],
    ],
  ],
  [
    'account number',
    accountNumber,
    [
      ['0123456789', '0123456789'],
      [' 012 345-6789 ', '0123456789'],
      ['012345678', undefined],
      ['01234567890', undefined],
      ['O123456789', undefined],
      ['0123456789.0', undefined],
    ],
  ],
  [
    'sort code',
    sortCode,
    [
      ['011-151-003', '011151003'],
      ['01115100', undefined],
      ['011.151.003', undefined],
    ],
  ],
  [
    'mailed code',
    mailedCode,
    [
      [' AB3 x9Z ', 'AB3x9Z'],
      ['AB3-X9Z', 'AB3X9Z'],
      ['AB3X9', undefined],
      ['AB3X9ZZ', undefined],
      ['AB3_X9Z', undefined],
    ],
  ],
  [
    'code of a hospital, category or service',
    shortCode('Missing'),
    [
      [' UCH ', 'UCH'],
      ['U CH', undefined],
      ['UCHIBA', undefined],
      ['', undefined],
    ],
  ],
  [
    'amount',
    nairaTyped('Missing'),
    [
      ['1,250.00', '1,250.00'],
      ['NGN 5', 'NGN 5'],
      [0, 0],
      ['1.250.000,00', undefined],
      ['1250,50', undefined],
      ['-500', undefined],
      [-500, undefined],
      ['-0', undefined],
      ['(500.00)', undefined],
      ['N2m', undefined],
      ['', undefined],
    ],
  ],
  [
    'date of birth',
    birthDate('Missing'),
    [
      ['1990-02-28', '1990-02-28'],
      [today(), today()],
      [tomorrow, undefined],
      ['2199-01-01', undefined],
      ['1990-02-31', undefined],
      ['31-2-1990', undefined],
      ['', undefined],
    ],
  ],
])('a %s', (_, schema, tried) => {
  test.each(tried)('%j is kept as %j', (typed, kept) => {
    expect(schema.safeParse(typed).data).toBe(kept)
  })
})
