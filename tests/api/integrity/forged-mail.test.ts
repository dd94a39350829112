import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { logTypes } from '#commands/log/postgres/connection.ts'
import { createPool } from '#commands/postgres.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { startTestApp } from '#tests/support/app.ts'
import { type DemoApp, personOf, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { decideAll } from './operator.ts'

// One story, in order: somebody with the app's role has the portal write to somebody, two processes of it close, and an operator decides.
const delivered: string[] = []
const reader = personOf('COE_STAFF')
let demo: DemoApp
let other: DemoApp
let pool: pg.Pool
const start = async (given?: DemoApp) => {
  const options = { checkShare: 1, deliver: async ({ userId }: { userId: string }) => void delivered.push(userId) }
  if (given === undefined) return startDemoApp(options)
  return withDemoPeople(await startTestApp({ ...options, secretsDir: demoSecrets(inject('runDir')) }, given.database))
}
beforeAll(async () => {
  demo = await start()
  other = await start(demo)
  pool = createPool(demo.database.appUrl, { name: 'test', patience: 'call', max: 1, types: logTypes })
})
afterAll(async () => {
  await pool.end()
  await other.close()
  await demo.end()
})

const credit = async (portal: DemoApp) => {
  const giver = await portal.as('FUND_ADMIN')
  const { statusCode, headers } = await giver.post('/api/pool/credit', { benefactor: 'A bank', credit: '1.00' })
  return [statusCode, headers['x-read-only']]
}
const WRITES = [200, undefined]
const CLOSED = [503, 'log_mismatch']
/** A mail about an event that asks for none: somebody was registered. */
const forge = () =>
  pool.query(
    `insert into outbox (id, process, template, recipient, stream, revision, due_at)
     values (gen_random_uuid(), 'account mail', 'password changed', $1, $2, 0, now())`,
    [reader.userId, `user-${reader.userId}`],
  )
type Told = { open: { check: string; found: string; found_by: string }[] }
const toldTo = async (role: string) => (await demo.as(role)).get('/api/integrity')

test('a forged mail is sent to nobody, closes every process at once, and administrators are told of it', async () => {
  expect([await credit(demo), await credit(other)]).toEqual([WRITES, WRITES])
  await forge()
  for (const portal of [demo, other]) {
    await expect.poll(() => credit(portal)).toEqual(CLOSED)
    const { status, says } = await healthOf(portal)
    expect([status, says.join()]).toEqual(['red', expect.stringContaining('outbox')])
  }
  const { open } = (await toldTo('SUPER_ADMIN')).json<{ data: Told }>().data
  expect(open).toMatchObject([
    { check: 'outbox', found: expect.stringContaining(`password changed to ${reader.userId}`), found_by: 'reader' },
  ])
  expect((await toldTo('DOCTOR')).statusCode).toBe(403)
  expect(delivered).toEqual([])
})

test('decided about it writes again, also behind a start that meets the mail once more; the next one closes it again', async () => {
  await decideAll([demo, other], pool)
  expect([await credit(demo), await credit(other)]).toEqual([WRITES, WRITES])
  await other.close()
  const tries = async () =>
    (await pool.query<{ attempts: number }>('select attempts from outbox')).rows[0]?.attempts ?? 0
  const before = await tries()
  await pool.query('update outbox set due_at = now()')
  await expect.poll(tries).toBeGreaterThan(before)
  other = await start(demo)
  expect([await credit(demo), await credit(other)]).toEqual([WRITES, WRITES])
  await forge()
  for (const portal of [demo, other]) await expect.poll(() => credit(portal)).toEqual(CLOSED)
  expect(delivered).toEqual([])
})

test('put right by hand, as docs/mismatch.md says, and decided about, nothing is left of it', async () => {
  const owner = new pg.Client(demo.database.ownerUrl)
  await owner.connect()
  await owner.query('delete from outbox')
  await owner.end()
  await decideAll([demo, other], pool)
  expect([await credit(demo), await credit(other)]).toEqual([WRITES, WRITES])
  expect((await healthOf(demo)).status).not.toBe('red')
})
