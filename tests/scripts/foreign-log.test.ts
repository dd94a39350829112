import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INTEGRITY_LOOK_EVERY_MS } from '#commands/integrity/integrity.ts'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { kobo } from '#domain/kernel/money.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { command } from '#tests/support/command.ts'
import { runCommand } from '#tests/support/command-program.ts'
import { runStart } from '#tests/support/start-program.ts'

// One story, in order: the log's table is given to the app's role while the portal runs, and then made anew without its end.
let app: TestApp
let superuser: pg.Client
const roles = { api: true, projections: false, processes: false }
beforeAll(async () => {
  app = await startTestApp({ roles })
  for (const id of ['one', 'two', 'three']) await give(id)
  superuser = new pg.Client({ connectionString: app.database.superuserUrl })
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await app.end()
})

const give = (id: string) =>
  moveFunds(app.context.handler, id, command('RequestPoolCredit', { benefactor: 'A bank', amount: kobo(1_00) }))
const roleOf = (url: string) => new URL(url).username
const settings = () => ({
  ...{ DATABASE_URL: app.database.appUrl, DATABASE_OWNER_URL: app.database.ownerUrl, DATA_DIR: app.dataDir },
})
const found = () => app.context.integrity.open().map(({ check, row, found: is }) => [check, row?.key, is])
const SOON = { timeout: 20 * INTEGRITY_LOOK_EVERY_MS }

test('a log that belongs to the app’s role is found while the portal runs, within a second or two', async () => {
  await superuser.query(`alter table event_log owner to ${roleOf(app.database.appUrl)}`)
  await expect.poll(found, SOON).toContainEqual(['guard of the log', 'rights of the app', expect.anything()])
  expect((await healthOf(app)).status).toBe('red')
})

test('a table that was made anew with its end cut, as the app’s own, is refused in words by the start', async () => {
  await app.close()
  const { rows } = await superuser.query<{ head: string }>('select position as head from event_log_head')
  await superuser.query(`
    create table cut as select * from event_log where position < ${rows[0]?.head};
    drop table event_log; alter table cut rename to event_log;
    alter table event_log owner to ${roleOf(app.database.appUrl)}`)
  const start = runStart(settings())
  expect(await start.ended).toBe(1)
  const [owner, own] = [roleOf(app.database.ownerUrl), roleOf(app.database.appUrl)]
  expect(start.said()).toContain(`The table event_log belongs to ${own}, not to ${owner}, who made it`)
  expect(start.said()).toContain(`alter table public.event_log owner to "${owner}";`)
  expect(start.said()).toContain('docs/mismatch.md')
  expect(start.said()).not.toContain('permission denied')
  const verified = await runCommand('verify', settings(), '--log-only')
  expect([verified.code, verified.said]).toEqual([1, expect.stringContaining('rights of the app')])
})

test('given back to its owner it starts read-only, and what is missing is named', async () => {
  await superuser.query(`alter table event_log owner to ${roleOf(app.database.ownerUrl)}`)
  app = await startTestApp({ roles, dataDir: app.dataDir }, app.database)
  await expect.poll(found, SOON).toContainEqual(['end of the log', undefined, expect.stringContaining('the last at')])
  const keys = found().map(([, key]) => key)
  expect(keys).toEqual(expect.arrayContaining(['constraint event_log_pkey', 'trigger event_log_no_change']))
  expect((await healthOf(app)).status).toBe('red')
})
