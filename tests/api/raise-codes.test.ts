import { expect, onTestFinished, test } from 'vitest'
import { raiseCodes } from '#api/raise-codes.ts'
import { createMemoryCodes } from '#commands/codes.ts'
import { startDemoApp } from '#tests/support/demo-app.ts'

test('codes that a database has forgotten are not given a second time', async () => {
  const demo = await startDemoApp()
  onTestFinished(() => demo.end())
  const { db, log } = demo.context
  const { rows } = await demo.context.pool.query<{ chf_id: string }>('select chf_id from patient order by chf_id desc')
  const [last] = rows
  const number = Number(last?.chf_id.slice(4))
  expect(number).toBeGreaterThan(0)

  const codes = createMemoryCodes()
  await raiseCodes({ db, codes, log })
  expect(await codes.next('CHF')).toBe(`CHF-${String(number + 1).padStart(6, '0')}`)
  expect(await codes.next('TRX', 2026)).toBe('TRX-2026-000001')
})

test('codes that the read models do not know yet are known from the log, without waiting for them', async () => {
  const demo = await startDemoApp({ roles: { api: true, projections: false, processes: false } })
  onTestFinished(() => demo.end())
  const { db, log, pool, codes: given } = demo.context
  const codes = createMemoryCodes()
  await pool.query(`delete from patient`)
  await pool.query(`update read_model set position = 0 where name = 'patient'`)
  await raiseCodes({ db, codes, log })
  const next = await codes.next('CHF')
  expect(next).toBe(await given.next('CHF'))
  expect(next).not.toBe('CHF-000001')
})
