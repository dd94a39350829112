import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Codes, createMemoryCodes, createPostgresCodes } from '#commands/codes.ts'
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
