import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ShownUntil } from '#api/contracts/shown-until.ts'
import { MenuAnswer } from '#api/people/contracts/menu.ts'
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
let counted: number | null | undefined

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
  counted = await waiting()
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

/** What the menu of who initiates payments counts beside the payment chain's screen. */
async function waiting() {
  const { data } = MenuAnswer.parse((await (await demo.as('FINANCE')).get('/api/uimenu')).json())
  return data.find(({ link }) => link === '/payments/consolidated_report')?.waiting
}

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

test('a CSV says so in a header: its bytes are what its manifest proves', async () => {
  const { headers, body } = await auditor.get(`${LIST}/csv`)
  const until = ShownUntil.parse(JSON.parse(String(headers['x-shown-until'])))
  expect(until).toEqual((await told(LIST)).shown_until)
  expect(body).not.toContain('shown')
  expect((await auditor.get(`${LIST}/csv?as_of_position=${before}`)).headers['x-shown-until']).toBeUndefined()
})

test('a past that the model has not reached says when to ask again', async () => {
  const { statusCode, headers } = await auditor.get(`${LIST}?as_of_position=${await demo.context.eventLog.head()}`)
  expect([statusCode, headers['retry-after']]).toEqual([503, '10'])
})

test('what is made from others says nothing', async () => {
  expect((await told('/api/coes')).shown_until).toBeUndefined()
})

test('whoever asks for a past that the model has reached is given all of it', async () => {
  expect((await told(`${LIST}?as_of_position=${before}`)).shown_until).toBeUndefined()
})

test('the menu counts what waits, and leaves the count out once that is of earlier', async () => {
  expect(counted).toBeGreaterThan(0)
  expect(await waiting()).toBeNull()
})
