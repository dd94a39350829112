import { expect, onTestFinished, test } from 'vitest'
import type { Report } from '#commands/rarely.ts'
import { showThatItGoesOn } from '#commands/silent-holder.ts'
import { installPostgresLog } from '#commands/log/postgres/log-schema.ts'
import { createClient, createPool } from '#commands/postgres.ts'
import { prepareReadModels } from '#projections/runner.ts'
import { migrate } from '#projections/migrations/migrate.ts'
import { APP } from '#scripts/postgres/roles.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

/** What a start leaves that is killed in the middle of its migrations; the next one has something to do. */
const LEFT_OPEN = {
  'rights on tables to come': `alter default privileges in schema public grant select on tables to ${APP}`,
  'rights on what is noted of migrations': `grant select on kysely_migration to ${APP}`,
}
const [[, LEFT] = ['', '']] = Object.entries(LEFT_OPEN)

async function databaseAndClient(whose: 'ownerUrl' | 'appUrl' | 'superuserUrl') {
  const database = await freshDatabase()
  const client = createClient(database[whose], { name: 'test', patience: 'hours' })
  await client.connect()
  onTestFinished(async () => {
    await client.end().catch(() => undefined)
    await database.drop()
  })
  const said: string[] = []
  const start = () =>
    migrate(database.ownerUrl, new URL(database.appUrl).username, (message) => void said.push(message))
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { database, client, start, said, pid: rows[0]?.pid }
}

test('a start that waits for another says for whom, and goes on when that one has ended', async () => {
  const { client, start, said, pid } = await databaseAndClient('ownerUrl')
  await client.query(LEFT)
  await client.query("select pg_advisory_lock(hashtext('migrate'))")
  showThatItGoesOn(client)
  const started = start()
  await expect
    .poll(() => said, { timeout: 30_000 })
    .toEqual([expect.stringMatching(`waits for it \\(migrate\\): process ${pid} of the database, connected`)])
  await client.end()
  await started
})

type Start = (database: TestDatabase, report: Report) => Promise<unknown>
const TAKING_TURNS: readonly (readonly [lock: string, start: Start])[] = [
  [
    'event_log install',
    async ({ ownerUrl }, report) => {
      const owner = createPool(ownerUrl, { name: 'test', patience: 'hours', max: 1 })
      await installPostgresLog(owner, APP, report).finally(() => owner.end())
    },
  ],
  ['read model tables', ({ appUrl, ownerUrl }, report) => prepareReadModels({ models: [], appUrl, ownerUrl, report })],
]
test.each(TAKING_TURNS)(
  'a start says who holds the lock %s, also whoever has the app’s rights alone',
  async (lock, start) => {
    const { database, client, said, pid } = await databaseAndClient('appUrl')
    await client.query('select pg_advisory_lock(hashtext($1))', [lock])
    const started = start(database, (message) => void said.push(message))
    const holder = `waits for it \\(${lock}\\): process ${pid} of the database, connected as ${APP} by 'chf test'`
    await expect.poll(() => said, { timeout: 30_000 }).toEqual([expect.stringMatching(holder)])
    await client.end()
    await started
  },
)

test('a start that finds nothing to do waits for nobody', async () => {
  const { client, start, said } = await databaseAndClient('ownerUrl')
  await client.query("select pg_advisory_lock(hashtext('migrate'))")
  showThatItGoesOn(client)
  await start()
  expect(said).toEqual([])
})

test.each(Object.entries(LEFT_OPEN))('a start takes back %s that a killed one had left to the app', async (_, left) => {
  const { client, start } = await databaseAndClient('ownerUrl')
  await client.query(left)
  await start()
  const { rows } = await client.query(
    `select exists (select from pg_default_acl) as rights_to_come,
            has_table_privilege('${APP}', 'kysely_migration', 'select') as rights_now`,
  )
  expect(rows).toEqual([{ rights_to_come: false, rights_now: false }])
})

test('a start that stands still loses its turn to the next', async () => {
  const { client, start, said } = await databaseAndClient('ownerUrl')
  await client.query(LEFT)
  await client.query("select pg_advisory_lock(hashtext('migrate'))")
  const ended = new Promise((resolve) => client.once('end', resolve))
  await start()
  await ended
  expect(said).toHaveLength(1)
}, 180_000)

test('a start that waits in vain for a table ends with who holds it and what to do, and the next one goes on', async () => {
  const { client, start, pid } = await databaseAndClient('superuserUrl')
  await start()
  await client.query('begin')
  await client.query('lock table kysely_migration in access exclusive mode')
  await expect(start()).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(`kysely_migration by process ${pid}.* Then start again`),
  })
  await client.query('rollback')
  await start()
}, 180_000)

test.each([
  ['the newest is taken out', 'delete from kysely_migration where name = (select max(name) from kysely_migration)'],
  ['one in the middle is taken out', "delete from kysely_migration where name like '0020%'"],
  ['all are taken out', 'delete from kysely_migration'],
  ['the table is dropped', 'drop table kysely_migration'],
  ['one is put in', "insert into kysely_migration values ('9999-planted', 'now')"],
  ['one is renamed', "update kysely_migration set name = '0020-planted' where name like '0020%'"],
])('a start meets the record of migrations, of which %s, with words, and changes no table', async (_, statement) => {
  const { client, start } = await databaseAndClient('superuserUrl')
  await start()
  const tables = async () =>
    (
      await client.query(
        `select attrelid::regclass::text, array_agg(attname::text order by attnum) from pg_attribute
          where attnum > 0 and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
            and attrelid::regclass::text not like 'kysely%' group by 1 order by 1`,
      )
    ).rows
  const before = await tables()
  await client.query(statement)
  await expect(start()).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringContaining('kysely_migration names other migrations'),
  })
  expect(await tables()).toEqual(before)
})
