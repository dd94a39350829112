import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadSecrets, type Secrets } from '#api/secrets.ts'
import { placeOfFinding } from '#commands/integrity/places.ts'
import { CONSULTATION, demoPatient, fund, OWN } from '#tests/api/money/billing/hospital.ts'
import { verified } from '#tests/api/verify/verified.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { openOperator } from './operator.ts'

let demo: DemoApp
let secrets: Secrets
beforeAll(async () => {
  demo = await startDemoApp({ roles: { api: true, projections: true, processes: false } })
  secrets = await loadSecrets(demoSecrets(inject('runDir')))
  await fund(demo, demoPatient(), OWN, 10_000_000)
  for (const expected of [1, 2]) expect(await bill()).toMatch(new RegExp(`-0*${expected}$`))
})
afterAll(() => demo.end())

async function bill(): Promise<string> {
  const staff = await demo.as('COE_STAFF')
  const answer = await staff.post(
    '/api/coestaff/billings',
    { patient_id: demoPatient(), services: [{ service_id: CONSULTATION, quantity: 1 }], comment: 'Counted' },
    crypto.randomUUID(),
  )
  expect(answer.statusCode).toBe(200)
  const { rows } = await demo.context.pool.query<{ reference: string }>(
    `select data::json ->> 'reference' as reference from event_log
      where type = 'TransactionBillingRequested' order by position desc limit 1`,
  )
  return rows[0]?.reference ?? ''
}

test.each([
  ['set back', 'next = 1', 3],
  ['set to where no code is left', 'next = 9007199254740991', 4],
])('a counter %s is found, and put right by the decision about it', async (_, change, next) => {
  const { pool, integrity } = demo.context
  await pool.query(`update short_code set ${change} where kind = 'TRX'`)
  const found = (await verified(demo, { pool, secrets })).differences.filter(({ check }) => check === 'short code')
  expect(found).toMatchObject([{ row: { table: 'short_code', column: 'next' } }])
  await integrity.found(found, 'nightly')
  const operator = await openOperator(demo.database.appUrl, demoSecrets(inject('runDir')))
  const decided = await operator.open(integrity.open().map(placeOfFinding))
  await operator.end()
  expect(decided).toMatchObject({
    outcome: 'opened',
    forNow: new Set(decided.outcome === 'opened' ? decided.findings : []),
  })
  await integrity.look()
  expect(integrity.open()).toEqual([])
  expect(await bill()).toMatch(new RegExp(`-0*${next}$`))
})
