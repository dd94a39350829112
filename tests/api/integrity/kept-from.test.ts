import { expect, onTestFinished, test } from 'vitest'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { createClient } from '#commands/postgres.ts'
import { showThatItGoesOn } from '#commands/silent-holder.ts'
import { kobo } from '#domain/kernel/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { command } from '#tests/support/command.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { healthOf } from '#tests/api/running/health-of.ts'

// Whoever has the app's rights can take a turn and keep it, or speak for a check: nothing is done then, and that is said.

const give = (app: TestApp, name: string) =>
  moveFunds(app.context.handler, name, command('RequestPoolCredit', { benefactor: 'A bank', amount: kobo(1_00) }))

const says = async (app: TestApp, what: string) => {
  await app.context.glance.look()
  const { says: all } = await healthOf(app)
  return all.filter((one) => one.includes(what)).length
}

test('while somebody holds the turn of the sealer, health says since when nothing is sealed', async () => {
  const database = await freshDatabase()
  const other = createClient(database.appUrl, { name: 'test', patience: 'hours' })
  await other.connect()
  await other.query(`select pg_advisory_lock(hashtext('sealer'))`)
  showThatItGoesOn(other)
  const app = await startTestApp({ sealing: { everyMs: 200, lateMs: 300 } }, database)
  onTestFinished(() => app.end())
  await give(app, 'first')
  await expect.poll(() => says(app, 'is not sealed yet')).toBe(1)
  await other.end()
  await expect.poll(() => says(app, 'is not sealed yet'), { timeout: 60_000 }).toBe(0)
})

test('a log that was not checked in the last night is said to be so, whatever a row of its checks says', async () => {
  const database = await freshDatabase()
  const first = await startTestApp({}, database)
  await give(first, 'first')
  const { dataDir } = first
  await first.close()
  // Two days later, as behind a restore, and nobody checks: half a day is what a check has.
  let later = 2 * 86_400_000
  const now = () => Date.now() + later
  const app = await startTestApp({ dataDir, now, roles: { api: true, projections: true, processes: false } }, database)
  onTestFinished(() => app.end())
  const isSaid = () => says(app, 'the whole log was not checked yet, not last night')
  expect(await isSaid()).toBe(0)
  later += 13 * 3_600_000
  await expect.poll(isSaid).toBe(1)
  await app.context.pool.query(
    `update integrity_check set since = now() + interval '2 days', ended_at = since, events = 1, different = 0`,
  )
  expect(await isSaid()).toBe(1)
  await app.context.pool.query('delete from integrity_check')
  expect(await isSaid()).toBe(1)
})
