import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import pg from 'pg'
import { loadSecrets } from '#api/secrets.ts'
import { readLastCheck, writeLastCheck } from '#commands/integrity/last-check.ts'
import { runNightly } from '#commands/integrity/nightly.ts'
import { createSoleTurns } from '#commands/sole-turn.ts'
import { type HeldPortal, openHeldPortal } from '#tests/api/verify/held-portal.ts'
import { demoPatient } from '#tests/api/money/billing/hospital.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'

// Of each kind of thing that `npm run verify` finds beside the log, one: the portal finds them by itself at night.
let portal: HeldPortal
let app: TestApp
let superuser: pg.Client
beforeAll(async () => {
  portal = await openHeldPortal()
  await portal.settle()
  await portal.demo.close()
  superuser = new pg.Client(portal.demo.database.superuserUrl)
  await superuser.connect()
})
afterAll(async () => {
  await app.close()
  await superuser.end()
  await portal.end()
})

/** The portal starts, and a night has passed since it was checked last; gives what the check found. */
async function overNight(since = '2020-01-01'): Promise<readonly string[]> {
  await superuser.query(
    `insert into integrity_check (since) values ('${since}')
     on conflict (only_row) do update set since = '${since}', ended_at = null`,
  )
  const { dataDir, database } = portal.demo
  app = await startTestApp({ dataDir, secretsDir: demoSecrets(inject('runDir')), checkShare: 1 }, database)
  const ended = async () => (await superuser.query('select ended_at from integrity_check')).rows[0]?.ended_at
  await expect.poll(ended, { timeout: 120_000 }).toBeInstanceOf(Date)
  return app.context.integrity.open().map(({ check, foundBy }) => `${foundBy}: ${check}`)
}

test('a night in which nobody touched anything finds nothing', async () => {
  expect(await overNight()).toEqual([])
  await app.close()
})

const JUST_NOW = new Date(Date.now() - 60_000).toISOString()
test.each(['2999-01-01', 'infinity', JUST_NOW])('a check that somebody says was at %s puts off none', async (since) => {
  expect(await overNight(since)).toEqual([])
  await app.close()
})

test('a check of more events than there are, under the key of the events, is none', async () => {
  const { eventKeys } = await loadSecrets(demoSecrets(inject('runDir')))
  const at = Date.now() - 1_000
  const forged = { since: at, ended: { at, events: 999_999_999, different: 0 } }
  await writeLastCheck({ client: superuser, eventKeys }, forged)
  const asked = { client: superuser, eventKeys, head: async () => 1_000_000 }
  expect(await readLastCheck(asked)).toBe('foreign')
  expect(await readLastCheck({ ...asked, head: async () => 1_000_000_000 })).toMatchObject(forged)
})

test('a process that has its turn checks every night, whatever is put into the table', async () => {
  const { eventKeys } = await loadSecrets(demoSecrets(inject('runDir')))
  const HOUR = 3_600_000
  let now = Date.parse('2026-11-22T12:00:00Z')
  let checks = 0
  const stop = new AbortController()
  const running = runNightly(
    {
      takeTurn: createSoleTurns(portal.demo.database.appUrl, 'a night of tests'),
      async verify() {
        checks += 1
        return { events: 10, differences: [], different: 0, unchecked: [] }
      },
      integrity: { open: () => [], found: async () => undefined },
      ...{ eventKeys, head: async () => 1_000, beganAt: async () => 0, now: () => now, report: () => undefined },
      lookEvery: 10,
    },
    stop.signal,
  )
  await expect.poll(() => checks).toBe(1)
  for (const night of [2, 3]) {
    now += 24 * HOUR
    // Of this very moment, and right in every way: what another process would have written.
    await writeLastCheck({ client: superuser, eventKeys }, { since: now, ended: { at: now, events: 10, different: 0 } })
    // More where a check ends as the next night has begun.
    await expect.poll(() => checks).toBeGreaterThanOrEqual(night)
  }
  stop.abort()
  await running
})

test('what was changed beside the log is found at night, and closes the portal', async () => {
  const patient = demoPatient()
  await portal.edit(
    `update account set balance = balance + 1 where account = 'patient:${patient}'`,
    `delete from person_key where person_id = (select id from user_account where id <> '${patient}' limit 1)`,
    `insert into process_item (process, key, stream, revision, position)
     select 'billing', stream, stream, revision, position from event_log
      where type = 'TransactionBillingRequested' limit 1`,
  )
  const { rows } = await portal.pool.query<{ sha256: string }>(
    `select sha256 from document where state = 'attached' order by id limit 1`,
  )
  const folder = join(portal.demo.dataDir, 'documents', String(rows[0]?.sha256).slice(0, 2))
  for (const file of await readdir(folder)) await rename(join(folder, file), join(portal.demo.dataDir, file))
  const found = await overNight()
  expect(found).toEqual(
    expect.arrayContaining([
      'nightly: document',
      'nightly: person key',
      'nightly: process billing',
      'nightly: read model account',
    ]),
  )
})
