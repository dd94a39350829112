import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { plant, type Wrong } from '#tests/support/planted.ts'
import { CONSULTATION, patientWith } from '#tests/api/money/billing/hospital.ts'

let demo: DemoApp
beforeAll(async () => {
  demo = await startDemoApp()
})
afterAll(() => demo.end())

const inVersion =
  (version: number): Wrong =>
  ({ data, meta }) => ({ data, meta: meta.replace('"version":1', `"version":${version}`) })

test('an event of a newer version stops what would read it wrongly, and nothing else', async () => {
  const staff = await demo.as('COE_STAFF')
  const bill = (patient: string) =>
    staff.post('/api/coestaff/billings', { patient_id: patient, services: [{ service_id: CONSULTATION, quantity: 1 }] })
  const [touched, other] = [await patientWith(demo, 50_000_00), await patientWith(demo, 50_000_00)]
  const { eventLog } = demo.context
  const stream = `wallet-patient:${touched}`
  const newer = { type: 'WalletCredited', data: {}, wrong: inVersion(99) }
  await plant(eventLog, stream, newer, demo.context.eventKeys.current)

  const refused = await bill(touched)
  expect(refused.statusCode).toBe(503)
  expect(refused.json<{ message: string }>().message).toContain('newer version')
  expect((await bill(other)).statusCode).toBe(200)
  // The model of balances stopped before the event; it has not taken it for one that it knows.
  const { rows } = await demo.context.pool.query<{ balance: string }>(
    'select balance from account where account = $1',
    [`patient:${touched}`],
  )
  expect(rows.map(({ balance }) => Number(balance))).toEqual([50_000_00])
  expect((await staff.get('/api/users/profile')).statusCode).toBe(200)
})
