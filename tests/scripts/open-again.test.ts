import { execFile } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { ReadOnly } from '#commands/integrity/read-only.ts'
import { SEAL_STREAM } from '#commands/log/seals/seal.ts'
import { kobo } from '#domain/kernel/money.ts'
import { loadReferenceData } from '#scripts/demo/reference.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { program } from '#tests/support/program.ts'
import { AT, command } from '#tests/support/command.ts'

// One story, in order: somebody with all rights on the database changes an event while the portal is down.
let app: TestApp
let superuser: pg.Client
let changed: number
const sealing = { everyEvents: 50, everyMs: 600_000 }

beforeAll(async () => {
  app = await startTestApp({ sealing })
  const { handler, eventLog } = app.context
  await loadReferenceData({ handler, at: AT })
  // However much that is: the newest event is behind the last seal.
  const isBetween = async () => Math.abs(((await eventLog.head()) % 51) - 25) < 20
  while (!(await isBetween())) await give()
  const due = Math.floor((await eventLog.head()) / 51)
  while ((await eventLog.read(SEAL_STREAM)).length < due);
  superuser = new pg.Client({ connectionString: app.database.superuserUrl })
  await superuser.connect()
  await superuser.query("set session_replication_role = 'replica'")
})
afterAll(async () => {
  await superuser.end()
  await app.close()
  await app.database.drop()
})

/** Another process over the same database and folder, in the place of the one that was closed. */
const startAgain = async () => {
  app = await startTestApp({ sealing, dataDir: app.dataDir, checkShare: 1 }, app.database)
}
const open = () => app.context.integrity.open()
let gifts = 0
const give = () => {
  gifts += 1
  const credit = command('RequestPoolCredit', { benefactor: 'A bank', amount: kobo(1_00) })
  return moveFunds(app.context.handler, `gift-${gifts}`, credit)
}
/** The whole log was checked since it was looked at last. */
const checked = async () => {
  const ended = async () => (await superuser.query('select ended_at, since from integrity_check')).rows[0]
  await expect.poll(async () => (await ended())?.ended_at, { timeout: 120_000 }).toBeInstanceOf(Date)
}

function run(script: string, ...args: readonly string[]) {
  const { ownerUrl, appUrl } = app.database
  const env = { ...process.env, DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: app.dataDir }
  return new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, [...program(`scripts/${script}.ts`), ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, said: stdout + stderr }),
    )
  })
}
const decide = (positions: string) =>
  run('open-again', '--by', 'Operator 1', '--reason', 'Incident 4711', '--positions', positions)

test('rows that no process wrote are listed as such, steer no terminal, and are taken out', async () => {
  const reader = await app.context.eventLog.head()
  await superuser.query(
    `insert into integrity_finding (id, position, checked, expected, found, found_by, found_at)
     values ('', $1, repeat('x', 201), 'one', E'\\x1b[2K\\x1b[1A', 'nightly', 'infinity')`,
    [reader],
  )
  const listed = await run('open-again')
  expect(listed).toEqual({ code: 0, said: expect.stringContaining('Rows that no process of the portal wrote') })
  expect(listed.said).toContain('\\u001b[2K')
  expect(listed.said).toContain('Nothing was found that nobody has decided about')
  const refused = await decide(String(reader))
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('Nothing was recorded')])
  expect((await decide('-4842,-3--1')).said).toContain('Nothing was found at -4842\nNothing was found at -3--1')
  const kept = async () => (await superuser.query('select from integrity_finding')).rowCount
  expect(await kept()).toBe(1)
  expect([(await run('open-again', '--clear')).code, await kept()]).toEqual([0, 0])
})

test('a start after an event of the end was changed serves, read-only, and its operator is told where', async () => {
  const head = await app.context.eventLog.head()
  await app.close()
  const { rows } = await superuser.query<{ position: string }>(
    `select position from event_log where stream <> $1 and position <= $2 order by position desc limit 1`,
    [SEAL_STREAM, head],
  )
  changed = Number(rows[0]?.position)
  await superuser.query(`update event_log set data = replace(data, '{', '{ ') where position = $1`, [changed])
  await startAgain()
  expect(open()).toMatchObject([{ position: changed, check: 'hash', foundBy: 'start' }])
  await expect(give()).rejects.toBeInstanceOf(ReadOnly)
  expect((await app.app.inject('/api/health')).statusCode).toBe(200)
  const { status, says } = await healthOf(app)
  expect([status, says[0]]).toEqual(['red', expect.stringContaining(`position ${changed} (hash)`)])
})

test('the whole log is checked at once, so that all of it can be decided about; what is not named is told', async () => {
  await checked()
  const listed = await run('open-again')
  expect([listed.code, listed.said]).toEqual([1, expect.stringContaining(`${changed} of`)])
  const other = await decide(String(changed - 1))
  expect([other.code, other.said]).toEqual([1, expect.stringContaining(`Nothing was found at ${changed - 1}`)])
  expect(other.said).toContain('Found, and not named:')
  expect(open().length).toBeGreaterThan(0)
})

test('no tool writes past it: each refuses in words before it has done anything', async () => {
  const head = await app.context.eventLog.head()
  const who = ['--by', 'operator', '--reason', 'Request 12']
  const tools: readonly (readonly [string, ...string[]])[] = [
    ['erase', '--person', 'CHF-000001', ...who],
    ['rebuild', 'account', '--skip-position', '1', ...who],
    ['generate', '--patients', '1'],
  ]
  for (const [tool, ...args] of tools) {
    const { code, said } = await run(tool, ...args)
    expect([tool, code, said]).toEqual([tool, 1, expect.stringContaining('npm run open-again lists what was found')])
  }
  expect(await app.context.eventLog.head()).toBe(head)
})

test('a decision about all of it opens the portal that runs, and the next start too', async () => {
  const done = await decide(
    [...new Set(open().map(({ position, through = position }) => `${position}-${through}`))].join(','),
  )
  expect([done.code, done.said]).toEqual([0, expect.stringContaining('Recorded in the log at position')])
  expect(done.said).toContain(`Left out is, for good, as if it had never been: ${changed}`)
  await expect.poll(() => open().length, { timeout: 30_000 }).toBe(0)
  await give()
  await app.close()
  await startAgain()
  expect(open()).toEqual([])
  await give()
})

test('verify is green and says what was decided about, by whom and why', async () => {
  const { code, said } = await run('verify')
  expect(said).toContain('GREEN')
  expect(said).toMatch(
    /Decided about by Operator 1 on \S+ \(position \d+\), "Incident 4711"; it does not hold all the same/,
  )
  expect(code).toBe(0)
})

test('the nightly check of the same finds nothing new, also when the tables of findings were lost', async () => {
  await app.close()
  await superuser.query('truncate integrity_finding')
  await superuser.query(`update integrity_check set since = '2020-01-01', ended_at = null`)
  await startAgain()
  await checked()
  expect(open()).toEqual([])
  const health = await healthOf(app)
  expect(health.integrity).toMatchObject({
    open: 0,
    decided: [{ positions: expect.arrayContaining([String(changed)]) }],
  })
  await expect.poll(async () => (await healthOf(app)).integrity.checked?.different, { timeout: 30_000 }).toBe(0)
})

test('another change closes it again, and what a decision would do to what is there is told before', async () => {
  await app.close()
  // The first of a stream is taken out, and what is behind it no longer goes on from anything.
  const { rows } = await superuser.query<{ gone: string; next: string }>(
    `select a.position as gone, b.position as next from event_log a join event_log b on b.stream = a.stream and b.revision = 1
      where a.revision = 0 and a.stream not in ($1, 'integrity-log') and a.position > 2 order by a.position limit 1`,
    [SEAL_STREAM],
  )
  const { gone = '', next = '' } = rows[0] ?? {}
  await superuser.query('delete from event_log where position = $1', [gone])
  await superuser.query(`update event_log set data = replace(data, '{', '{ ') where position = 1`)
  await superuser.query(`update integrity_check set since = '2020-01-01', ended_at = null`)
  await startAgain()
  await checked()
  await expect.poll(() => open().length, { timeout: 30_000 }).toBeGreaterThan(0)
  expect(open()[0]).toMatchObject({ position: 1, check: 'hash', foundBy: 'nightly' })
  const { code, said } = await run('open-again')
  expect(code).toBe(1)
  expect(said).toMatch(new RegExp(`^Left out would be, for good, as if it had never been: 1,(\\d+,)*${gone}(,|$)`, 'm'))
  const taken = 'Taken as it stands would be, although it does not go on from the event before it:'
  expect(said).toMatch(new RegExp(`^${taken} (\\d+,)*${next}(,|$)`, 'm'))
})
