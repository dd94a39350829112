import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findServerHazards } from '#api/health/server-hazards.ts'
import { lookAtTables } from '#api/health/tables-now.ts'
import { createPool } from '#commands/postgres.ts'
import { APP, OWNER } from '#scripts/postgres/roles.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let superuser: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  superuser = new pg.Client(database.superuserUrl)
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await database.drop()
})

/** What the app's role finds after some statements that nobody else sees, as other files of the run have the same roles. */
async function foundAfter(statements: string): Promise<readonly string[]> {
  await superuser.query(`begin; ${statements}; set local role ${APP}`)
  const found = await findServerHazards(superuser)
  await superuser.query('rollback')
  return found.map(({ says }) => says)
}

test.each([
  [`alter role ${APP} valid until '2030-01-01'`, `the role ${APP} is let in only until 2030`],
  [`alter role ${OWNER} valid until '2020-01-01'`, `the role ${OWNER} is let in only until 2020`],
  [`grant pg_execute_server_program to ${APP}`, `the role ${APP} has the rights of pg_execute_server_program`],
  [
    'create role passer; grant pg_write_all_data, pg_write_server_files to passer; create role planted login; grant passer to planted',
    'the role planted has the rights of pg_write_all_data, pg_write_server_files',
  ],
  [
    `create function watch() returns event_trigger language plpgsql as 'begin end';
     create event trigger watching on login execute function watch()`,
    'a trigger runs at each sign-in to it: watching',
  ],
  ...['indisready', 'indisvalid', 'indislive'].map((flag): [string, string] => [
    `update pg_index set ${flag} = false where indexrelid = 'read_model_pkey'::regclass`,
    'read_model has an index that is not kept: read_model_pkey',
  ]),
])('health is told of what the portal never made: %s', async (statements, says) => {
  expect(await foundAfter('select')).toEqual([])
  expect(await foundAfter(statements)).toEqual([expect.stringContaining(says)])
})

test('a replication slot that keeps more than may be is named, with how much', async () => {
  await superuser.query("select pg_create_physical_replication_slot('forgotten', true)")
  const found = await findServerHazards(superuser, -1)
  await superuser.query("select pg_drop_replication_slot('forgotten')")
  expect(found.map(({ says }) => says)).toEqual([
    expect.stringMatching(/slot forgotten keeps \d+ \w+ of write-ahead log/),
  ])
})

test('each look of health looks at them', async () => {
  await superuser.query(`create function watch() returns event_trigger language plpgsql as 'begin end';
    create event trigger watching on login execute function watch()`)
  const pool = createPool(database.appUrl, { name: 'test', patience: 'call', max: 4 })
  const found = await lookAtTables(pool, () => undefined)()
  await pool.end()
  expect(found.map(({ says }) => says)).toContain('a trigger runs at each sign-in to it: watching (drop event trigger)')
})
