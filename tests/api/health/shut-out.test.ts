import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { healthOf } from '#tests/api/running/health-of.ts'

// Somebody changes what the portal's role may, or how long it may take: a role may do much of that to itself.
let demo: DemoApp
let staff: Caller
let giver: Caller
let superuser: pg.Client
let role: string
let database: string
beforeAll(async () => {
  demo = await startDemoApp()
  giver = await demo.as('FUND_ADMIN')
  staff = await demo.as('COE_STAFF')
  superuser = new pg.Client(demo.database.superuserUrl)
  await superuser.connect()
  const { username, pathname } = new URL(demo.database.appUrl)
  role = decodeURIComponent(username)
  database = pathname.slice(1)
})
afterAll(async () => {
  await superuser.end()
  await demo.end()
})

const cut = () =>
  superuser.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and datname = current_database()',
    [role],
  )
const SOON = { timeout: 60_000 }
const says = async () => (await healthOf(demo)).says
const calls = async () => [
  (await staff.get('/api/users/profile')).statusCode,
  (await giver.post('/api/pool/credit', { benefactor: 'A bank', credit: '1.00' })).statusCode,
]

test('a role that is let in no more: every call is 503 in words, and health says why', async () => {
  await superuser.query(`revoke connect on database ${database} from ${role}`)
  await cut()
  expect(await calls()).toEqual([503, 503])
  await expect.poll(says, SOON).toContainEqual(expect.stringContaining('the database has not let the portal in since'))
  expect(await calls()).toEqual([503, 503])
  await superuser.query(`grant connect on database ${database} to ${role}`)
  await expect.poll(calls, SOON).toEqual([200, 200])
  await expect.poll(async () => (await healthOf(demo)).status, SOON).toBe('green')
})

test('a time limit that the role has set for itself is named', async () => {
  await superuser.query(`alter role ${role} in database ${database} set transaction_timeout = '10min'`)
  const found = await says()
  await superuser.query(`alter role ${role} in database ${database} reset transaction_timeout`)
  expect(found).toEqual([
    expect.stringContaining(`in the database transaction_timeout=10min is set for the role ${role}`),
  ])
  expect(await says()).toEqual([])
})
