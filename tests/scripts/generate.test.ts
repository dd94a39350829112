import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSecrets } from '#api/secrets.ts'
import { checkEvent } from '#commands/log/event-hash.ts'
import type { StoredEvent } from '#commands/log/event-log.ts'
import { readModels } from '#projections/read-models.ts'
import { rebuild } from '#projections/rebuild.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { generateHistory } from '#scripts/generate/generate-history.ts'
import { APP } from '#scripts/postgres/roles.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { program } from '#tests/support/program.ts'
import { followCount } from '#tests/support/stored-events.ts'

let app: TestApp
let owner: pg.Pool
let stored: readonly StoredEvent[]

const generate = async (seed: string, patients: number) => {
  const secrets = await loadSecrets(join(app.dataDir, 'secrets'))
  return generateHistory(app, secrets, owner, { seed, patients, days: 730 })
}
const rebuildAll = () =>
  rebuild({ log: app.context.log, models: readModels, ownerUrl: app.database.ownerUrl, appRole: APP })

beforeAll(async () => {
  app = await startTestApp({ roles: { api: true, projections: false, processes: false } })
  owner = new pg.Pool({ connectionString: app.database.ownerUrl, max: 1 })
  owner.on('error', () => undefined)
  const { count } = await generate('one', 200)
  stored = await followCount(app.context.eventLog, 0, count)
}, 120_000)
afterAll(async () => {
  await owner.end()
  await app.end()
})

test('two hundred patients make a history of ten thousand events and more, without a gap', () => {
  expect(stored.length).toBeGreaterThan(10_000)
  expect(stored.at(-1)?.position).toBe(stored.length)
})

test('every stored event is signed and has the hash that its bytes give, after the hash before it in its stream', () => {
  const hashes = new Map<string, string>()
  for (const event of stored) {
    const { hash, prev, mac } = checkEvent(event, app.context.eventKeys)
    expect(mac === 'holds' && prev === (hashes.get(event.stream) ?? '')).toBe(true)
    hashes.set(event.stream, hash)
  }
})

test('an empty log is filled as if it had been written day by day', () => {
  const days = new Set(stored.map(({ recordedAt }) => recordedAt.slice(0, 10)))
  expect(days.size).toBeGreaterThan(450) // two years of working days are 520
})

test('the read models rebuild from it to a trial balance of zero, with nothing in transit', async () => {
  expect((await rebuildAll()).failed).toEqual(new Map())
  const { db } = app.context
  const kinds = await db.selectFrom('account_kind').selectAll().execute()
  expect(kinds.reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
  expect(kinds.find(({ kind }) => kind === 'in-transit')?.balance).toBe(0)
  expect(kinds.find(({ kind }) => kind === 'disbursed')?.balance).toBeGreaterThan(0)
  const overdrawn = db.selectFrom('account').select('account').where('balance', '<', 0)
  expect(await overdrawn.execute()).toEqual([{ account: 'benefactors' }])
  const patients = await db.selectFrom('patient').select('chf_id').execute()
  expect(new Set(patients.map(({ chf_id }) => chf_id)).size).toBe(200)
})

test('the personal data of its patients can be read, and the demo people sign in', async () => {
  const { db } = app.context
  const someone = await db.selectFrom('user_account').selectAll().where('email', 'like', '%@mail.example').execute()
  expect(someone.length).toBe(198)
  for (const { first_name, email } of someone) expect(email?.startsWith(first_name?.toLowerCase() ?? '?')).toBe(true)
  const payload = { email: 'auditor@chf.example', password: DEMO_PASSWORD }
  expect((await app.app.inject({ method: 'POST', url: '/api/login', payload })).statusCode).toBe(200)
})

test('the same history is not loaded twice, and nothing of the second try stays', async () => {
  const before = await app.context.eventLog.head()
  await expect(generate('one', 200)).rejects.toThrow('another seed')
  expect(await app.context.eventLog.head()).toBe(before)
})

test('another history goes behind it, with codes of its own, and commands go on after both', async () => {
  const before = await app.context.eventLog.head()
  const { position } = await generate('two', 30)
  expect(position).toBeGreaterThan(before + 1_000)
  expect((await rebuildAll()).failed).toEqual(new Map())
  const { db, codes } = app.context
  const bills = await db.selectFrom('transaction').select('reference').execute()
  expect(new Set(bills.map(({ reference }) => reference)).size).toBe(bills.length)
  expect(bills.map(({ reference }) => reference)).not.toContain(
    await codes.next('TRX', Number(new Date().getUTCFullYear())),
  )
  const kinds = await db.selectFrom('account_kind').select('balance').execute()
  expect(kinds.reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
})

test('the program says what it made; wrong options are told, and make nothing', { timeout: 60_000 }, async () => {
  const { ownerUrl, appUrl } = app.database
  const env = { ...process.env, DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: app.dataDir }
  const run = (patients: string, more: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, [...program('scripts/generate.ts'), '--patients', patients], {
      env: { ...env, ...more },
    })
  const before = await app.context.eventLog.head()
  await expect(run('many')).rejects.toMatchObject({ code: 2 })
  await expect(run('5', { EVENTSTORE_URL: 'esdb://127.0.0.1:1' })).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('EVENTSTORE_URL'),
  })
  await expect(run('5', { NODE_ENV: 'production' })).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('NODE_ENV'),
  })
  expect(await app.context.eventLog.head()).toBe(before)
  const { stdout } = await run('5')
  const head = await app.context.eventLog.head()
  expect(stdout).toContain(`${head - before} events in`)
  expect(stdout).toContain(`the log ends at ${head}`)
})
