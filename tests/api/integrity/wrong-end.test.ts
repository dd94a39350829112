import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { INTEGRITY_LOOK_EVERY_MS } from '#commands/integrity/integrity.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { startTestApp } from '#tests/support/app.ts'
import { startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'

// Somebody past the triggers at the head row, or at the rows behind it, while a portal of two processes writes.
type Wrong = readonly [what: string, change: string, found: RegExp]
const WRONG: readonly Wrong[] = [
  ['set ahead', 'update event_log_head set position = position + 5', /^(end of the log|position): /],
  ['set back', 'update event_log_head set position = position - 2', /^end of the log: an event at/],
  ['set to the last number', 'update event_log_head set position = 9007199254740991', /^end of the log: the last at/],
  ['beyond all numbers', 'update event_log_head set position = 9223372036854775800', /^end of the log: the last at/],
  ['below nothing', 'update event_log_head set position = -5', /^end of the log: an event at/],
  [
    'of a time to come',
    "update event_log_head set recorded_at = '2031-01-01'",
    /^end of the log: the head row says 2031/,
  ],
  ['taken out', 'delete from event_log_head', /^end of the log: an event at/],
  [
    'with an event put in behind',
    `insert into event_log select position + 1, stream, revision + 1000, gen_random_uuid(), type, data, meta, recorded_at
       from event_log where position = (select max(position) from event_log)`,
    /^end of the log: an event at/,
  ],
]

test.each(WRONG)('an end that is %s closes every process at once, and no call fails', async (_, change, words) => {
  const demo = await startDemoApp()
  onTestFinished(() => demo.end())
  const secretsDir = demoSecrets(inject('runDir'))
  const roles = { api: true, projections: false, processes: false }
  const other = withDemoPeople(await startTestApp({ secretsDir, dataDir: demo.dataDir, roles }, demo.database))
  const giver = await demo.as('FUND_ADMIN')
  const twin = await other.as('FUND_ADMIN', 2)
  const credit = async (by = giver) =>
    (await by.post('/api/pool/credit', { benefactor: 'A bank', credit: '1.00' })).statusCode
  expect([await credit(), await credit(twin)]).toEqual([200, 200])

  const superuser = new pg.Client(demo.database.superuserUrl)
  await superuser.connect()
  onTestFinished(() => superuser.end())
  await superuser.query("set session_replication_role = 'replica'")
  await superuser.query(change)
  // One that was under way in that moment may be written, from a head row that was set ahead.
  const both = async () => [await credit(), await credit(twin)]
  for (const status of await both()) expect([200, 503]).toContain(status)
  const found = (portal: typeof demo) => portal.context.integrity.open().map(({ check, found }) => `${check}: ${found}`)
  for (const portal of [demo, other])
    await expect
      .poll(() => found(portal), { timeout: 10 * INTEGRITY_LOOK_EVERY_MS })
      .toContainEqual(expect.stringMatching(words))
  expect(await both()).toEqual([503, 503])
  expect(await healthOf(demo)).toMatchObject({ status: 'red' })

  // A start serves what can be read, and says the same; a log that says it is empty is mostly another database.
  await other.close()
  const starting = startTestApp({ secretsDir, dataDir: demo.dataDir, roles }, demo.database)
  if (change.startsWith('delete')) return expect(starting).rejects.toThrow('The log ends at 0, but these read models')
  const started = await starting
  onTestFinished(() => started.close())
  expect(started.context.integrity.open().length).toBeGreaterThan(0)
})

test('a time that no process can read is taken by nothing', async () => {
  const demo = await startDemoApp({ roles: { api: true, projections: false, processes: false } })
  onTestFinished(() => demo.end())
  const giver = await demo.as('FUND_ADMIN')
  const superuser = new pg.Client(demo.database.superuserUrl)
  await superuser.connect()
  onTestFinished(() => superuser.end())
  await superuser.query(`update event_log_head set recorded_at = 'infinity'`)
  const answer = await giver.post('/api/pool/credit', { benefactor: 'A bank', credit: '1.00' })
  expect(answer.statusCode).toBe(503)
  expect((await superuser.query(`select from event_log where recorded_at = 'infinity'`)).rowCount).toBe(0)
})
