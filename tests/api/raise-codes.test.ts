import { expect, onTestFinished, test } from 'vitest'
import { raiseCodes } from '../../api/raise-codes.ts'
import { createMemoryCodes } from '../../commands/codes.ts'
import { startDemoApp } from '../support/demo-app.ts'

test('codes that a database has forgotten are not given a second time', async () => {
  const demo = await startDemoApp()
  onTestFinished(() => demo.end())
  const { db } = demo.context
  const { rows } = await demo.context.pool.query<{ chf_id: string }>('select chf_id from patient order by chf_id desc')
  const [last] = rows
  const number = Number(last?.chf_id.slice(4))
  expect(number).toBeGreaterThan(0)

  const codes = createMemoryCodes()
  await raiseCodes(db, codes)
  expect(await codes.next('CHF')).toBe(`CHF-${String(number + 1).padStart(6, '0')}`)
  expect(await codes.next('TRX', 2026)).toBe('TRX-2026-000001')
})
