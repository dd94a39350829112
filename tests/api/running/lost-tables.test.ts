import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWN_CONSTRAINTS } from '#api/health/own-constraints.ts'
import { OWN_INDEXES } from '#api/health/own-indexes.ts'
import { OWN_TABLES } from '#api/health/own-tables.ts'
import { SHAPE } from '#projections/engine/shape.ts'
import { READ_MODEL_NAMES } from '#projections/read-models.ts'
import { type Answer, type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { healthOf } from './health-of.ts'

let demo: DemoApp
let admin: Caller
let staff: Caller
let owner: pg.Client
let role: string
const reports: { readonly message: string; readonly error: unknown }[] = []
beforeAll(async () => {
  demo = await startDemoApp({ report: (message, error) => reports.push({ message, error }) })
  admin = await demo.as('FUND_ADMIN')
  staff = await demo.as('COE_STAFF')
  owner = new pg.Client(demo.database.ownerUrl)
  await owner.connect()
  role = pg.escapeIdentifier(decodeURIComponent(new URL(demo.database.appUrl).username))
})
afterAll(async () => {
  await owner.end()
  await demo.end()
})

test('every table is known with its columns that is neither a read model nor the record of migrations', async () => {
  const { rows } = await owner.query<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely\\_%'
        and relname <> all ($1) group by relname`,
    [READ_MODEL_NAMES.flatMap((name) => [name, `${name}_history`])],
  )
  expect(Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))).toEqual(OWN_TABLES)
})

test('every constraint of those tables is known, in the database’s own words for it', async () => {
  const { rows } = await owner.query<{ name: string; constraints: Record<string, string> }>(
    `select relname as name, jsonb_object_agg(conname, pg_get_constraintdef(pg_constraint.oid)) as constraints
       from pg_constraint join pg_class on pg_class.oid = conrelid
      where relnamespace = 'public'::regnamespace and contype in ('p', 'u', 'c', 'f', 'x') and relname not like 'kysely\\_%'
        and relname not like 'event\\_log%' and relname <> all ($1) group by relname`,
    [READ_MODEL_NAMES.flatMap((name) => [name, `${name}_history`])],
  )
  expect(Object.fromEntries(rows.map(({ name, constraints }) => [name, constraints]))).toEqual(OWN_CONSTRAINTS)
})

test('every other index of those tables is known as well, and no read model’s computes or leaves rows out', async () => {
  const models = READ_MODEL_NAMES.flatMap((name) => [name, `${name}_history`])
  const { rows } = await owner.query<{ name: string; indexes: Record<string, string> }>(
    `select relname as name, jsonb_object_agg(indexrelid::regclass, split_part(pg_get_indexdef(indexrelid), ' USING ', 2)) as indexes
       from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely\\_%'
        and (relname <> all ($1) or indexprs is not null or indpred is not null)
        and not exists (select from pg_constraint c where c.conindid = indexrelid and c.conrelid = indrelid)
      group by relname`,
    [models],
  )
  expect(Object.fromEntries(rows.map(({ name, indexes }) => [name, indexes]))).toEqual(OWN_INDEXES)
})

const give = async (key: string) => admin.post('/api/pool/credit', { benefactor: 'A friend', credit: '1.00' }, key)
const signIn = async () =>
  demo.app.inject({ method: 'POST', url: '/api/login', payload: { email: 'nobody@x.org', password: 'not this' } })
const see = async () => admin.get('/api/funds')

const MISSING = "Some of the portal's tables are missing. The operator must restore them."
const ANOTHER = "Some of the portal's tables were altered. The operator must restore them."
const NO_RIGHT = 'The portal lost access to some of its tables. The operator must restore the access.'

type Loss = {
  readonly call: () => Promise<Answer>
  readonly words: string
  readonly says: string
  readonly lose: string
  readonly restore: string
  readonly status?: string
}
const LOSSES: readonly Loss[] = [
  ...[
    { table: 'session', call: see },
    { table: 'request_key', call: async () => give('without keys') },
    { table: 'sign_in_try', call: signIn },
    { table: 'call_count', call: async () => staff.get('/api/coestaff/patient/CHF-0001') },
  ].flatMap(({ table, call }) => [
    {
      ...{ call, words: MISSING, says: `${table} is missing` },
      lose: `alter table ${table} rename to taken_away`,
      restore: `alter table taken_away rename to ${table}`,
    },
    {
      ...{ call, words: NO_RIGHT, says: `${table} cannot be used by the portal` },
      lose: `revoke all on ${table} from ROLE`,
      restore: `grant select, insert, update, delete on ${table} to ROLE`,
    },
  ]),
  {
    ...{ call: see, words: MISSING, says: 'session has no user_id' },
    lose: 'alter table session rename user_id to taken_away',
    restore: 'alter table session rename taken_away to user_id',
  },
  {
    ...{ call: signIn, words: ANOTHER, says: 'sign_in_try refuses what the portal writes: zz is not as the portal' },
    lose: 'alter table sign_in_try add constraint zz check (tries < 0) not valid',
    restore: 'alter table sign_in_try drop constraint zz',
  },
  {
    // It raises what it likes instead of refusing.
    ...{ call: signIn, words: ANOTHER, says: 'sign_in_try refuses what the portal writes: zy is not as the portal' },
    lose: 'alter table sign_in_try add constraint zy check (1 / (tries - tries) > 0) not valid',
    restore: 'alter table sign_in_try drop constraint zy',
  },
  {
    ...{ call: signIn, words: ANOTHER, says: 'sign_in_try has lost its sign_in_try_pkey' },
    lose: 'alter table sign_in_try drop constraint sign_in_try_pkey',
    restore: 'alter table sign_in_try add primary key (key)',
  },
  {
    ...{ call: async () => give('without the log'), words: NO_RIGHT, says: 'event_log_append cannot be used' },
    lose: 'revoke execute on function event_log_append from ROLE',
    restore: 'grant execute on function event_log_append to ROLE',
  },
  {
    // A read model's: what others show goes on.
    ...{ call: async () => staff.get('/api/services'), words: NO_RIGHT, says: 'service cannot be used' },
    status: 'amber',
    lose: 'revoke all on service from ROLE',
    restore: 'grant select, insert, update, delete on service to ROLE',
  },
]

test.each(LOSSES)(
  'where $says calls are 503 in words, health names it, and the operator hears it in a line',
  async ({ call, words, says, lose, restore, status = 'red' }) => {
    expect((await healthOf(demo)).status).toBe('green')
    reports.length = 0
    await owner.query(lose.replace('ROLE', role))
    try {
      const answer = await call()
      expect(answer.statusCode, answer.body).toBe(503)
      expect(answer.headers['retry-after']).toBe('60')
      expect(answer.json<{ message: string }>().message.startsWith(words), answer.body).toBe(true)
      await call()
      const health = await healthOf(demo)
      expect(health.status).toBe(status)
      expect(health.says).toContainEqual(expect.stringContaining(`in the database ${says}`))
      const said = reports.filter(({ message }) => message.startsWith(`In the database ${says}`))
      expect(said).toEqual([{ message: expect.not.stringContaining('\n'), error: undefined }])
    } finally {
      await owner.query(restore.replace('ROLE', role))
    }
    await expect.poll(async () => (await healthOf(demo)).status, { timeout: 30_000 }).toBe('green')
    expect((await see()).statusCode).toBe(200)
  },
  60_000,
)

test.each([
  [
    'alter table person_key set unlogged',
    'alter table person_key set logged',
    'person_key would be emptied by a crash',
  ],
  ...[
    'unique index zz on session (address)',
    'index zz on session (address)',
    'index zz on session (chf_own(address))',
    'index zz on session (user_id) where chf_own(address) is null',
  ].map((index) => [
    `create function chf_own(text) returns text immutable language sql as 'select $1'; create ${index}`,
    'drop index zz; drop function chf_own',
    'session has an index that the portal did not make: zz',
  ]),
  [
    'drop index session_user_id; create index session_user_id on session (md5(user_id::text))',
    'drop index session_user_id; create index session_user_id on session (user_id)',
    'session has an index that the portal did not make: session_user_id',
  ],
  ['create index zz on event_log (type)', 'drop index zz', 'event_log has an index that the portal did not make: zz'],
  [
    'alter table event_log add check (revision < 9) not valid',
    'alter table event_log drop constraint event_log_revision_check1',
    'event_log refuses',
  ],
] as [string, string, string][])('what no call has met yet is said all the same: %s', async (change, back, says) => {
  await owner.query(change)
  const health = await healthOf(demo)
  await owner.query(back)
  expect(health).toMatchObject({ status: 'red', says: [expect.stringContaining(`in the database ${says}`)] })
  expect((await healthOf(demo)).status).toBe('green')
})

test('an index of a read model’s table that computes is told, also where the model is said to have it', async () => {
  // By its shape alone the model would stand still.
  const keep = `update read_model m set shape = ${SHAPE} where name = 'service'`
  await owner.query(`create index zz on service (md5(name)); ${keep}`)
  const health = await healthOf(demo)
  await owner.query(`drop index zz; ${keep}`)
  expect(health).toMatchObject({
    status: 'amber',
    says: [expect.stringContaining('in the database service has an index that the portal did not make: zz')],
  })
  expect((await healthOf(demo)).status).toBe('green')
})

test('a table that somebody has locked is named, and who has it', async () => {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  await owner.query('begin; lock table user_account in access exclusive mode')
  const says = `in the database user_account is locked by database process ${rows[0]?.pid}.`
  await expect
    .poll(async () => (await healthOf(demo)).says, { timeout: 30_000 })
    .toContainEqual(expect.stringContaining(says))
  await owner.query('rollback')
  expect((await healthOf(demo)).status).toBe('green')
})

test('rows that somebody holds are named while somebody waits for them, and who has them', async () => {
  const [holds, waits] = [new pg.Client(demo.database.appUrl), new pg.Client(demo.database.appUrl)]
  await Promise.all([holds.connect(), waits.connect()])
  const { rows } = await holds.query<{ pid: number }>('select pg_backend_pid() as pid')
  await holds.query('begin')
  await holds.query('select from role for update')
  const waiting = waits.query('select from role for update')
  const says = `in the database rows of role are locked by database process ${rows[0]?.pid}.`
  try {
    await expect
      .poll(async () => (await healthOf(demo)).says, { timeout: 60_000 })
      .toContainEqual(expect.stringContaining(says))
  } finally {
    await holds.query('rollback')
  }
  await waiting
  await Promise.all([holds.end(), waits.end()])
  await expect.poll(async () => (await healthOf(demo)).says, { timeout: 60_000 }).toEqual([])
})
