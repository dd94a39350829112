import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type pg from 'pg'

import { loadSecrets } from '#api/secrets.ts'
import { assignRoles } from '#commands/people/user/assign-roles.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { ReadOnly } from '#commands/integrity/read-only.ts'
import { PersonKeyMissing, WrongPersonKey } from '#commands/log/keys.ts'
import { logTypes } from '#commands/log/postgres/connection.ts'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { createPool } from '#commands/postgres.ts'
import { kobo } from '#domain/kernel/money.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { demoPatient, fund, OWN } from '#tests/api/money/billing/hospital.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { placesOf } from '#tests/api/verify/held-portal.ts'
import { verified } from '#tests/api/verify/verified.ts'
import { startTestApp } from '#tests/support/app.ts'
import { command } from '#tests/support/command.ts'
import { type DemoApp, personOf, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { GROUPS, hostileWriter, KINDS } from './hostile-values.ts'

// Somebody with the app's role writes into every column that it may write: whatever the table takes stands while one process
// of the portal runs and another starts. A new table, or column, is among them by itself.
const SOON = { timeout: 150_000, interval: 200 }

/** What fails of the portal that should not: no call without words that say what is wrong, and no part for longer than its pause. */
async function failing(portal: DemoApp): Promise<readonly string[]> {
  const { context, app } = portal
  const staff = await portal.as('COE_STAFF')
  const admin = await portal.as('SUPER_ADMIN')
  const failed: string[] = []
  const say = (url: string, { statusCode, body }: { statusCode: number; body: string }) => {
    if (statusCode === 500) failed.push(`${url}: ${body}`)
  }
  for (const url of ['/api/users/profile', '/api/users/sessions', '/api/notices']) say(url, await staff.get(url))
  for (const state of ['waiting', 'sent', 'dead']) say(`outbox ${state}`, await admin.get(`/api/outbox?state=${state}`))
  say('/dev/mailbox', await app.inject({ url: '/dev/mailbox' }))
  const payload = { email: staff.person.email, password: DEMO_PASSWORD }
  say('/api/login', await app.inject({ url: '/api/login', method: 'POST', payload }))
  say('credit', await credit(portal))
  if ((await healthOf(portal)).status === undefined) failed.push('health says nothing')
  const now = context.now()
  for (const { name, state, since } of context.parts())
    if (state !== 'running' || Date.parse(since) > now - 300) failed.push(`${name} is ${state} since ${since}`)
  return failed
}

const credit = async (portal: DemoApp) =>
  (await portal.as('FUND_ADMIN')).post(
    '/api/pool/credit',
    { benefactor: 'A bank', credit: '1.00' },
    crypto.randomUUID(),
  )

/** Nobody records anything while something is found, or about whom there is no key: both are said in words. */
const unlessSaid = (done: Promise<unknown>) =>
  done.catch((error: unknown) => {
    if (![ReadOnly, PersonKeyMissing, WrongPersonKey].some((said) => error instanceof said)) throw error
  })

describe.each(GROUPS)('in tables $what', ({ isIn }) => {
  let demo: DemoApp
  let pool: pg.Pool
  let write: Awaited<ReturnType<typeof hostileWriter>>
  beforeAll(async () => {
    demo = await startDemoApp({ housekeepingEveryMs: 500 })
    await fund(demo, demoPatient(), OWN, 1_000_000)
    pool = createPool(demo.database.appUrl, { name: 'test', patience: 'call', max: 2, types: logTypes })
    write = await hostileWriter(pool, isIn)
  })
  afterAll(async () => {
    await pool.end()
    await demo.end()
  })

  /** Until what somebody moves has come everywhere, as far as nobody is told that it has not. */
  async function reaches(portal: DemoApp): Promise<void> {
    const credit = command(
      'RequestPoolCredit',
      { benefactor: 'A bank', amount: kobo(1_00) },
      { by: personOf('FUND_ADMIN').userId },
    )
    await unlessSaid(moveFunds(portal.context.handler, credit.id, credit))
    await expect.poll(() => behind(portal), SOON).toEqual([])
  }

  /** Names of read models and processes that have not come to the log's end, and nobody is told so. */
  async function behind(portal: DemoApp): Promise<readonly string[]> {
    // A check that is due by what was written finds what was: processes stand still, and administrators see why.
    if (portal.context.integrity.open().length > 0) return []
    const head = await portal.context.eventLog.head()
    const { rows } = await pool.query<{ name: string }>(
      `select name from read_model where position <> $1
        union all select name from process_checkpoint where position <> $1 and name <> 'x'`,
      [head],
    )
    const { read_models: models } = await healthOf(portal)
    const told = models.flatMap(({ name, state }) => (state === 'live' ? [] : [name]))
    return rows.flatMap(({ name }) => (told.includes(name) ? [] : [name]))
  }

  test.each(KINDS)(
    'the %s value in every column stops neither the portal nor a start, and hides nothing',
    async (kind) => {
      await pool.query('delete from integrity_finding')
      await demo.context.integrity.look()
      const roles = [kind === 'highest' ? 'DOCTOR' : 'COE_STAFF'].map(roleIdOf)
      const { userId } = personOf('DOCTOR')
      const by = personOf('SUPER_ADMIN').userId
      await unlessSaid(assignRoles(demo.context.handler, command('AssignRoles', { userId, roles }, { by })))
      expect(await write(kind)).toBeGreaterThan(0)
      await expect.poll(() => failing(demo), SOON).toEqual([])
      const other = withDemoPeople(await startTestApp({ secretsDir: demoSecrets(inject('runDir')) }, demo.database))
      try {
        await expect.poll(() => failing(other), SOON).toEqual([])
        for (const portal of [demo, other]) if (portal.context.integrity.open().length === 0) await reaches(portal)
        await pool.query('update account set balance = balance + 1 where balance < 9007199254740991')
        const secrets = await loadSecrets(demoSecrets(inject('runDir')))
        const verification = await verified(demo, { pool, secrets })
        expect(placesOf(verification)).toContainEqual(expect.stringMatching(/^read model account/))
      } finally {
        await other.close()
      }
    },
  )
})
