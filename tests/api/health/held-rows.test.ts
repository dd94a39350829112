import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { watchHeldRows } from '#api/health/held-tables.ts'
import { createPool } from '#commands/postgres.ts'
import { askDatabase } from '#tests/support/ask-database.ts'
import { freshDatabase } from '#tests/support/database.ts'

test('who holds rows is named once somebody has waited for them for long enough, and no longer than they hold them', async () => {
  const database = await freshDatabase()
  const pool = createPool(database.appUrl, { name: 'test', patience: 'call', max: 1 })
  const [holds, waits] = [new pg.Client(database.appUrl), new pg.Client(database.appUrl)]
  onTestFinished(async () => {
    await Promise.all([holds.end(), waits.end(), pool.end()])
    await database.drop()
  })
  await askDatabase(database.ownerUrl, (owner) =>
    owner.query('create table role as select 1 as id; grant all on role to public'),
  )
  await Promise.all([holds.connect(), waits.connect()])
  const { rows } = await holds.query<{ pid: number }>('select pg_backend_pid() as pid')
  await holds.query('begin; select from role for update')
  let now = 0
  const look = watchHeldRows(() => now, 5_000)
  // Nobody waits for them.
  expect(await look(pool)).toEqual([])
  const waiting = waits.query('select from role for update')
  const isWaiting = `select from pg_stat_activity where wait_event = 'transactionid' and datname = current_database()`
  await expect.poll(async () => (await pool.query(isWaiting)).rowCount, { timeout: 60_000 }).toBe(1)
  expect(await look(pool)).toEqual([])
  now = 4_999
  expect(await look(pool)).toEqual([])
  now = 5_000
  const says = `rows of role are locked by database process ${rows[0]?.pid}. Requests that need them wait and fail.`
  expect(await look(pool)).toEqual([{ says, isGone: false }])
  await holds.query('rollback')
  await waiting
  expect(await look(pool)).toEqual([])
})
