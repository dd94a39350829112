import { execFile } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ReadOnly } from '#commands/integrity/read-only.ts'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { kobo } from '#domain/kernel/money.ts'
import { READ_MODEL_NAMES } from '#projections/read-models.ts'
import { loadReferenceData } from '#scripts/demo/reference.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { program } from '#tests/support/program.ts'
import { AT, command } from '#tests/support/command.ts'

// One story, in order: the end of the log is cut off behind its read models while the portal is down.
let app: TestApp
let superuser: pg.Client
let head: number
beforeAll(async () => {
  app = await startTestApp()
  await loadReferenceData({ handler: app.context.handler, at: AT })
  for (const id of ['one', 'two', 'three']) await give(id)
  head = await app.context.eventLog.head()
  while (!(await app.context.caughtUp(head)));
  superuser = new pg.Client({ connectionString: app.database.superuserUrl })
  await superuser.connect()
  await superuser.query("set session_replication_role = 'replica'")
})
afterAll(async () => {
  await superuser.end()
  await app.close().catch(() => undefined) // which the last test has done
  await app.database.drop()
})

const give = (id: string) =>
  moveFunds(app.context.handler, id, command('RequestPoolCredit', { benefactor: 'A bank', amount: kobo(1_00) }))
const startAgain = async (meanwhile?: () => Promise<unknown>) => {
  await app.close()
  await meanwhile?.()
  app = await startTestApp({ dataDir: app.dataDir }, app.database)
}
const cutAt = (position: number) =>
  superuser.query(
    `with cut as (delete from event_log where position > ${position}) update event_log_head set position = ${position}`,
  )

function run(script: string, ...args: readonly string[]) {
  const { ownerUrl, appUrl } = app.database
  const env = { ...process.env, DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: app.dataDir }
  return new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, [...program(`scripts/${script}.ts`), ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, said: stdout + stderr }),
    )
  })
}
const WHO = ['--by', 'Operator 1', '--reason', 'Incident 4711'] as const

test('the start serves, read-only, and says which read models know more than the log', async () => {
  await startAgain(() => cutAt(head - 3))
  const found = app.context.integrity.open()
  expect(found).toContainEqual(
    expect.objectContaining({ position: head - 3, check: 'read model posting', foundBy: 'start' }),
  )
  await expect(give('four')).rejects.toBeInstanceOf(ReadOnly)
  expect((await app.app.inject('/api/health')).statusCode).toBe(200)
  expect((await healthOf(app)).status).toBe('red')
  const { rows } = await app.context.pool.query('select from posting')
  expect(rows.length).toBeGreaterThan(0)
})

test('nothing is decided while a read model would pass over what comes; what was found is listed', async () => {
  const listed = await run('open-again')
  expect(listed.said).toContain('read model posting')
  const refused = await run('open-again', ...WHO, '--positions', String(head - 3))
  expect([refused.code, refused.said]).toEqual([2, expect.stringContaining('Build them again from the log')])
  expect(await app.context.eventLog.head()).toBe(head - 3)
})

test('read models that were built again and a decision open it, and what comes is in the lists', async () => {
  const built = await run('rebuild', '--all')
  expect([built.code, built.said]).toEqual([0, expect.anything()])
  // All of it is checked meanwhile, which may find more.
  const decided = async () => {
    const places = [
      ...new Set(app.context.integrity.open().map(({ position, through = position }) => `${position}-${through}`)),
    ]
    return (await run('open-again', ...WHO, '--positions', places.join(','))).code
  }
  await expect.poll(decided, { timeout: 120_000, interval: 2_000 }).toBe(0)
  await expect.poll(() => app.context.integrity.open().length, { timeout: 30_000 }).toBe(0)
  await give('five')
  const position = await app.context.eventLog.head()
  while (!(await app.context.caughtUp(position)));
  const { rows } = await app.context.pool.query<{ n: number }>(
    'select count(*)::int as n from read_model where position >= $1',
    [position],
  )
  expect(rows[0]?.n).toBe(READ_MODEL_NAMES.length)
  await startAgain()
  expect(app.context.integrity.open()).toEqual([])
})

test('a log without a single event is refused: there is nothing to serve', async () => {
  await expect(startAgain(() => cutAt(0))).rejects.toThrow(/The log ends at 0/)
})
