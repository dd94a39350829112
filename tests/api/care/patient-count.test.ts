import { afterAll, beforeAll, expect, test } from 'vitest'
import { PatientCount } from '#api/care/contracts/patient-count.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
beforeAll(async () => {
  demo = await startDemoApp()
})
afterAll(() => demo.end())

test('patients are counted within reach: a hospital its own, the fund all, a patient none', async () => {
  const { rows } = await demo.context.pool.query<{ coe_id: string }>('select coe_id from patient')
  const counted = async (role: string, second?: 2) =>
    PatientCount.parse((await (await demo.as(role, second)).get('/api/patients/count')).json()).data
  const { rows: clerks } = await demo.context.pool.query<{ coe_id: string }>(
    `select coe_id from user_account where email in ('social-worker@chf.example', 'social-worker-2@chf.example') order by email`,
  )
  const at = (coeId: string | undefined) => rows.filter(({ coe_id }) => coe_id === coeId).length
  expect((await counted('SOCIAL_WORKER', 2)).patients_count).toBe(at(clerks[0]?.coe_id))
  expect((await counted('SOCIAL_WORKER')).patients_count).toBe(at(clerks[1]?.coe_id))
  expect((await counted('COMMITTEE')).patients_count).toBe(rows.length)
  expect(rows.length).toBeGreaterThan(at(clerks[0]?.coe_id))
  expect((await (await demo.as('PATIENT')).get('/api/patients/count')).statusCode).toBe(403)
})
