import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Codes, CounterWrong, createMemoryCodes, createPostgresCodes } from '#commands/codes.ts'
import { guardCodes } from '#commands/guarded-codes.ts'
import { createPool } from '#projections/postgres.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool(database.appUrl, { name: 'test', patience: 'call', max: 8 })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const kinds: readonly [string, () => Codes][] = [
  ['in memory', createMemoryCodes],
  ['in Postgres', () => createPostgresCodes(pool)],
]

describe.each(kinds)('short codes %s', (_, create) => {
  test('count patients over all years, and transactions within each', async () => {
    const codes = create()
    expect(await codes.next('CHF')).toBe('CHF-000001')
    expect(await codes.next('CHF')).toBe('CHF-000002')
    expect(await codes.next('TRX', 2025)).toBe('TRX-2025-000001')
    expect(await codes.next('TRX', 2026)).toBe('TRX-2026-000001')
    expect(await codes.next('TRX', 2026)).toBe('TRX-2026-000002')
  })

  test('are never given twice, however many ask at once', async () => {
    const codes = create()
    const given = await Promise.all(Array.from({ length: 200 }, () => codes.next('TRX', 2030)))
    expect(new Set(given).size).toBe(200)
  })

  test('go on above what was given before their table was lost, and never go back', async () => {
    const codes = create()
    await codes.raiseTo('TRX', 2040, 1_234)
    expect(await codes.next('TRX', 2040)).toBe('TRX-2040-001235')
    await codes.raiseTo('TRX', 2040, 7)
    expect(await codes.next('TRX', 2040)).toBe('TRX-2040-001236')
  })

  test('need a year for a transaction', async () => {
    await expect(create().next('TRX')).rejects.toThrow(RangeError)
  })
})

describe('short codes as a process draws them', () => {
  const setTo = (year: number, next: string) =>
    pool.query(`update short_code set next = $2 where kind = 'PAY' and year = $1`, [year, next])

  test('are given once each, however many ask at once beside another process', async () => {
    const [one, other] = [guardCodes(createPostgresCodes(pool)), guardCodes(createPostgresCodes(pool))]
    const given = await Promise.all(
      Array.from({ length: 200 }, (_, nth) => (nth % 2 === 0 ? one : other).next('PAY', 2050)),
    )
    expect(new Set(given).size).toBe(200)
  })

  test('go on behind the last that it knows, where somebody has set their counter back', async () => {
    const codes = guardCodes(createPostgresCodes(pool))
    await codes.raiseTo('PAY', 2051, 41)
    expect(await codes.next('PAY', 2051)).toBe('PAY-2051-000042')
    await setTo(2051, '1')
    expect(await codes.next('PAY', 2051)).toBe('PAY-2051-000043')
  })

  test('are not given far ahead of it, nor past the last that there is, and are given again once that is put right', async () => {
    const codes = guardCodes(createPostgresCodes(pool))
    expect(await codes.next('PAY', 2052)).toBe('PAY-2052-000001')
    for (const next of ['1000003', '999999999', '1000000000', '999999999999999']) {
      await setTo(2052, next)
      await expect(codes.next('PAY', 2052), next).rejects.toThrow(CounterWrong)
    }
    await setTo(2052, '2')
    expect(await codes.next('PAY', 2052)).toBe('PAY-2052-000002')
  })
})
