import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRoleSettings } from '#api/health/role-settings.ts'
import { createPool } from '#commands/postgres.ts'
import { changedUrl } from '#tests/support/database-url.ts'
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
/** Without the parts that could not connect meanwhile, or have not begun again yet. */
const saysOfSettings = async () => (await says()).filter((one) => !one.endsWith(' has failed and starts again'))
const calls = async () => [
  (await staff.get('/api/users/profile')).statusCode,
  (await giver.post('/api/pool/credit', { benefactor: 'A bank', credit: '1.00' })).statusCode,
]

test.each([
  ['a role that may connect no more', 'revoke connect on DATABASE from ROLE', 'grant connect on DATABASE to ROLE'],
  [
    'a library that ends its connections as they begin',
    "alter role ROLE in DATABASE set session_preload_libraries = 'nope'",
    'alter role ROLE in DATABASE reset session_preload_libraries',
  ],
])(
  '%s: every call is 503 in words, and health says why',
  async (_, change, back) => {
    const asSuperuser = (sql: string) =>
      superuser.query(sql.replace('ROLE', role).replace('DATABASE', `database ${database}`))
    await asSuperuser(change)
    await cut()
    expect(await calls()).toEqual([503, 503])
    await expect.poll(says, SOON).toContainEqual(expect.stringContaining('the database has refused the portal since'))
    expect(await calls()).toEqual([503, 503])
    await asSuperuser(back)
    await expect.poll(calls, SOON).toEqual([200, 200])
    await expect.poll(async () => (await healthOf(demo)).status, SOON).toBe('green')
  },
  120_000,
)

test.each([
  ['transaction_timeout', '10min'],
  ['enable_indexscan', 'off'],
  ['work_mem', '64kB'],
  ['session_preload_libraries', 'nope'],
])('what the role has set for itself is named, whatever it is: %s', async (name, value) => {
  await superuser.query(`alter role ${role} in database ${database} set ${name} = '${value}'`)
  const found = await saysOfSettings()
  await superuser.query(`alter role ${role} in database ${database} reset ${name}`)
  expect(found).toEqual([expect.stringContaining(`in the database ${name}=${value} is set for the role ${role}`)])
  expect(await saysOfSettings()).toEqual([])
})

test('what every connection of the portal begins with anyway, and what is only reported, is nobody’s fault', async () => {
  const settings = ["search_path = 'nowhere'", "statement_timeout = '1ms'", "log_statement = 'all'"]
  for (const one of settings) await superuser.query(`alter role ${role} in database ${database} set ${one}`)
  const found = await saysOfSettings()
  await superuser.query(`alter role ${role} in database ${database} reset all`)
  expect(found).toEqual([])
})

test('a limit of connections that the portal does not get by with is named', async () => {
  await superuser.query(`alter database ${database} connection limit 99`)
  const found = await saysOfSettings()
  await superuser.query(`alter database ${database} connection limit -1`)
  expect(found).toEqual([
    expect.stringContaining(`in the database the database ${database} lets in no more than 99 connections at once`),
  ])
  // A role of its own: that of the portal is that of the other files' portals.
  const limited = `limited_${database}`
  await superuser.query(`create role ${limited} login password 'few' connection limit 3`)
  await superuser.query(`grant connect on database ${database} to ${limited}`)
  const url = changedUrl(demo.database.appUrl, (one) => {
    one.username = limited
    one.password = 'few'
  })
  const pool = createPool(url, { name: 'test', patience: 'call', max: 1 })
  const ofRole = await findRoleSettings(pool)
  await pool.end()
  await superuser.query(`drop owned by ${limited}; drop role ${limited}`)
  expect(ofRole.map((one) => one.says)).toEqual([
    expect.stringContaining(`the role ${limited} has no more than 3 connections at once`),
  ])
})
