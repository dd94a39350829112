import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashIn } from '#commands/log/event-hash.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { rehashed } from '#tests/commands/log/verify/forger.ts'
import { anEvent } from '#tests/support/stored-events.ts'
import { CONSULTATION, patientWith } from '#tests/api/money/billing/hospital.ts'

let demo: DemoApp
beforeAll(async () => {
  demo = await startDemoApp()
})
afterAll(() => demo.end())

test('an event of a newer version stops what would read it wrongly, and nothing else', async () => {
  const staff = await demo.as('COE_STAFF')
  const bill = (patient: string) =>
    staff.post('/api/coestaff/billings', { patient_id: patient, services: [{ service_id: CONSULTATION, quantity: 1 }] })
  const [touched, other] = [await patientWith(demo, 50_000_00), await patientWith(demo, 50_000_00)]
  const { eventLog } = demo.context
  const stream = `wallet-patient:${touched}`
  const last = (await eventLog.read(stream)).at(-1)
  if (last === undefined) throw new Error('An empty wallet')
  const event = anEvent({ type: 'WalletCredited', data: last.data, meta: last.meta })
  const newer = { ...last, ...event, meta: last.meta.replace(/"version":\d+/, '"version":99') }
  // A newer version of the portal has its keys.
  const next = { prev: hashIn(last.meta), revision: last.revision + 1 }
  const { meta } = rehashed(newer, next, demo.context.eventKeys.current.key)
  await eventLog.append(stream, last.revision, [{ ...event, meta }])

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
