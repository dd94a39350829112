import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookAtTables } from '#api/health/tables-now.ts'
import { isPassing } from '#commands/log/postgres/connection.ts'
import { createPool, isPassingFault } from '#commands/postgres.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

// Somebody with the app's role listens, stays in a transaction, and gives notice of gigabytes. Here it is a little, of a
// queue that is said to be as small.
const A_LITTLE = 0.000_05
const SOON = { timeout: 60_000 }
let demo: DemoApp
let pool: pg.Pool
beforeAll(async () => {
  demo = await startDemoApp()
  pool = createPool(demo.database.appUrl, { name: 'test', patience: 'call', max: 1 })
})
afterAll(async () => {
  await pool.end()
  await demo.end()
})

test('who fills the queue of notices is named, and it is empty when they have gone', async () => {
  const reports: string[] = []
  const look = lookAtTables(pool, (message) => void reports.push(message), A_LITTLE)
  await expect.poll(look, SOON).toEqual([])
  const [listens, tells] = [new pg.Client(demo.database.appUrl), new pg.Client(demo.database.appUrl)]
  await Promise.all([listens.connect(), tells.connect()])
  try {
    await listens.query('listen nobody_reads')
    await listens.query('begin')
    await listens.query('select 1')
    await tells.query(`select pg_notify('nobody_reads', n || repeat('x', 7000)) from generate_series(1, 150) n`)
    await expect
      .poll(look, SOON)
      .toEqual([{ says: expect.stringMatching(/^the queue of notices is \d+ % full/), isGone: false }])
    expect(reports.at(-1)).toContain('once it is full, nothing can be written')
  } finally {
    await Promise.all([listens.end(), tells.end()])
  }
  await expect.poll(look, SOON).toEqual([])
})

test('whoever is refused for it is asked to try again, and for no other limit of the server', () => {
  const full = (routine: string) =>
    Object.assign(new pg.DatabaseError('too many notifications', 0, 'error'), { code: '54000', routine })
  expect([isPassing, isPassingFault].map((is) => is(full('PreCommit_Notify')))).toEqual([true, true])
  expect([isPassing, isPassingFault].map((is) => is(full('_bt_check_third_page')))).toEqual([false, false])
})
