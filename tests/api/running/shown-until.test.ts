import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ShownUntil } from '#api/contracts/shown-until.ts'
import type { ReadModelName } from '#projections/read-models.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { type Bill, type Ministry, ministryOf } from '#tests/api/money/payments/ministry.ts'
import { healthOf } from './health-of.ts'

const LIST = '/api/v2/transactions'
const Told = z.object({ shown_until: ShownUntil.optional() })

let demo: DemoApp
let ministry: Ministry
let owner: pg.Client
let auditor: Caller
let shown: Bill
let unshown: Bill
let before: number

/** From its next event on the model cannot write what it folds: it stands still, and what it shows stays. */
async function stop(name: ReadModelName) {
  const appRole = pg.escapeIdentifier(new URL(demo.database.appUrl).username)
  await owner.query(`revoke insert, update, delete on ${name} from ${appRole}`)
}

beforeAll(async () => {
  demo = await startDemoApp()
  ministry = await ministryOf(demo, await demo.app.listen({ host: '127.0.0.1', port: 0 }))
  owner = new pg.Client(demo.database.ownerUrl)
  await owner.connect()
  auditor = await demo.as('SUPER_ADMIN')
  shown = await ministry.billServices(1)
  expect((await told(LIST)).shown_until).toBeUndefined()
  before = await demo.context.eventLog.head()
  await stop('transaction')
  unshown = await ministry.billServices(2)
  const isStopped = async () =>
    (await healthOf(demo)).read_models.some(({ name, state }) => name === 'transaction' && state === 'stopped')
  await vi.waitUntil(isStopped, { timeout: 60_000, interval: 100 })
  await vi.waitUntil(async () => (await told(LIST)).shown_until !== undefined, { timeout: 20_000, interval: 100 })
})
afterAll(async () => {
  await owner.end()
  await demo.end()
})

async function told(url: string) {
  const answer = await auditor.get(url)
  expect([200, 404]).toContain(answer.statusCode)
  return Told.parse(answer.json())
}

test.each([
  () => LIST,
  () => `${LIST}/totals`,
  () => '/api/coes/analytics',
  () => '/api/analytics/stages',
  () => '/api/report/billing/summary/billings',
  () => `/api/transactions/${shown.id}`,
])('what is made from a stopped model says up to when it shows (%#)', async (url) => {
  const { shown_until: until } = await told(url())
  expect(until).toMatchObject({ of: ['transactions'] })
  expect(until?.position).toBeLessThan(await demo.context.eventLog.head())
  expect(Date.parse(until?.at ?? '')).toBeLessThanOrEqual(Date.now())
})

test('a record that is not found where the newest is not shown says that as well', async () => {
  const answer = await auditor.get(`/api/transactions/${unshown.id}`)
  expect(answer.statusCode).toBe(404)
  expect(Told.parse(answer.json()).shown_until).toMatchObject({ of: ['transactions'] })
})

test.each(['/api/coes', '/api/uimenu'])('%s is made from others and says nothing', async (url) => {
  expect((await told(url)).shown_until).toBeUndefined()
})

test('whoever asks for a past that the model has reached is given all of it', async () => {
  expect((await told(`${LIST}?as_of_position=${before}`)).shown_until).toBeUndefined()
})
