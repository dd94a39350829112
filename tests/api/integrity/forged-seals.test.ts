import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadSecrets } from '#api/secrets.ts'
import { createPool } from '#commands/postgres.ts'
import { RevisionConflict } from '#commands/log/event-log.ts'
import { logTypes } from '#commands/log/postgres/connection.ts'
import { lastSealsIn, sealFileIn } from '#commands/log/seals/seal-file.ts'
import { sealFolder } from '#commands/log/seals/seal-folder.ts'
import { SEAL_STREAM, SEAL_TYPE, type SealKeys } from '#commands/log/seals/seal.ts'
import { postgresStreamEnds } from '#commands/log/seals/stream-ends.ts'
import { verifyLog } from '#commands/log/verify/verify.ts'
import { postgresRows } from '#commands/log/verify/rows.ts'
import { POOL } from '#domain/kernel/accounts.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { makeBundle } from '#scripts/bundle/make-bundle.ts'
import { completeSealFile } from '#scripts/restore/complete-seals.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { startTestApp } from '#tests/support/app.ts'
import { type DemoApp, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { plant, type Planted } from '#tests/support/planted.ts'
import { decideAll, openOperator } from './operator.ts'

// A portal whose log is sealed as soon as something is in it, and somebody with the app's role of its database.
let demo: DemoApp
let pool: pg.Pool
let second: string
let sealKeys: SealKeys
let secretsDir: string

const options = () => ({
  ...{ sealing: { everyEvents: 10, everyMs: 200 }, secondPlace: sealFolder(second), secretsDir, dataDir: demo.dataDir },
})

beforeAll(async () => {
  second = await mkdtemp(join(inject('runDir'), 'second-'))
  secretsDir = demoSecrets(inject('runDir'))
  const sealing = { everyEvents: 10, everyMs: 200 }
  demo = await startDemoApp({ sealing, secondPlace: sealFolder(second), checkShare: 1 })
  pool = createPool(demo.database.appUrl, { name: 'test', patience: 'batch', max: 2, types: logTypes })
  sealKeys = (await loadSecrets(secretsDir)).sealKeys.all()
})
afterAll(async () => {
  await pool.end()
  await demo.end()
})

/** The last seal that is in the second place. */
const lastBrought = async () => (await lastSealsIn(second)).at(-1)

/** Something is written, and sealed, and the seal is where nobody of this machine can take it back. */
async function writtenAndSealed(): Promise<void> {
  const giver = await demo.as('FUND_ADMIN')
  expect((await giver.post('/api/pool/credit', { benefactor: 'A bank', credit: '100.00' })).statusCode).toBe(200)
  const { rows } = await pool.query<{ position: number }>(
    `select max(position) as position from event_log where type <> '${SEAL_TYPE}'`,
  )
  const position = Number(rows[0]?.position)
  await expect
    .poll(async () => (await lastBrought())?.position ?? 0, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(position)
}

/** At its right place, whatever the sealer does meanwhile. */
async function forge(planted: Planted): Promise<number> {
  for (;;)
    try {
      return (await plant(demo.context.eventLog, SEAL_STREAM, planted)).position
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error
    }
}

async function verified() {
  const { eventKeys } = await loadSecrets(secretsDir)
  const sealFile = sealFileIn(join(demo.dataDir, 'seals'))
  return verifyLog({ rows: postgresRows(pool), sealKeys, eventKeys, sealFile, secondPlace: sealFolder(second) })
}

/** What an outsider says of the pool's wallet, and of all of today. */
async function outsiders(): Promise<void> {
  const folder = await mkdtemp(join(inject('runDir'), 'outside-'))
  const key = join(folder, 'public-key.pem')
  await writeFile(key, sealKeys.map((one) => String(one.export({ type: 'spki', format: 'pem' }))).join(''))
  const verifier = new URL('../../../scripts/bundle/verify-bundle.mjs', import.meta.url).pathname
  const today = lagosDay(new Date().toISOString())
  const yesterday = lagosDay(new Date(Date.now() - 86_400_000).toISOString())
  for (const about of [{ wallet: POOL }, { from: yesterday, to: today }]) {
    const table = postgresStreamEnds(pool)
    const given = { log: demo.context.eventLog, sealKeys, table, about, folder, report: () => undefined }
    const { path } = await makeBundle(given)
    const { stdout } = await promisify(execFile)(process.execPath, [verifier, path, key])
    expect(stdout).toMatch(/^HOLDS/)
  }
}

const seal = async () => JSON.parse((await demo.context.eventLog.read(SEAL_STREAM)).at(-1)?.data ?? '{}') as object

test.each<readonly [what: string, forged: () => Promise<Planted>]>([
  ['an event of another type', async () => ({ type: 'WalletCredited', data: { amount: 1 } })],
  ['a copy of the last seal', async () => ({ type: SEAL_TYPE, data: await seal() })],
  ['a seal under a number to come', async () => ({ type: SEAL_TYPE, data: { ...(await seal()), number: 9_999 } })],
  ['what is no JSON', async () => ({ type: SEAL_TYPE, data: {}, wrong: ({ meta }) => ({ data: '{', meta }) })],
])('%s among the seals: found at once; decided about, every seal is found by its number', async (_, forged) => {
  await writtenAndSealed()
  const position = await forge(await forged())
  await expect.poll(async () => (await healthOf(demo)).status, { timeout: 60_000 }).toBe('red')
  const closed = await verified()
  expect(closed.differences).toContainEqual(expect.objectContaining({ position, stream: SEAL_STREAM, check: 'MAC' }))
  expect(closed.differences.every((one) => one.position === position)).toBe(true)
  await decideAll([demo], pool)

  await writtenAndSealed()
  await writtenAndSealed()
  const { differences, decided, seals } = await verified()
  expect(differences).toEqual([])
  expect(decided).toContainEqual(expect.objectContaining({ position, check: 'MAC' }))
  expect(seals.inLog).toBeGreaterThan(0)
  expect(Math.abs(seals.inLog - seals.inFile)).toBeLessThanOrEqual(1)
  await outsiders()
  const { parts } = await healthOf(demo)
  expect(JSON.stringify(parts)).not.toContain('failed')
})

test('of twelve hundred events among the seals an operator names the stretch, and decides once', async () => {
  await writtenAndSealed()
  const before = await demo.context.eventLog.head()
  // As the app's role may: one call of the append function, of types and data that nobody can read, too.
  await pool.query(
    `with last as (select max(revision) as revision from event_log where stream = '${SEAL_STREAM}')
     select event_log_append(array[1200], array[null::int], array_fill('${SEAL_STREAM}'::text, array[1200]),
       array(select last.revision + n from last, generate_series(1, 1200) n),
       array(select gen_random_uuid() from generate_series(1, 1200)),
       array(select case when n % 2 = 0 then '${SEAL_TYPE}' else 'Nonsense' end from generate_series(1, 1200) n),
       array(select case when n % 3 = 0 then '{' else '{}' end from generate_series(1, 1200) n),
       array_fill('{}'::text, array[1200]))`,
  )
  const { rows } = await pool.query<{ first: number; last: number }>(
    `select min(position)::int as first, max(position)::int as last from event_log where meta = '{}' and position > $1`,
    [before],
  )
  const { first = 0, last = 0 } = rows[0] ?? {}
  expect(last - first).toBe(1_199)
  const { differences } = await verified()
  expect(differences).toHaveLength(101)
  expect(differences.at(-1)).toMatchObject({ position: first + 100, through: last, check: 'each event' })

  const { integrity } = demo.context
  const stretch = () => integrity.open().find(({ check, through }) => check === 'each event' && through === last)
  await expect.poll(stretch, { timeout: 120_000 }).toBeDefined()
  await integrity.look()
  const operator = await openOperator(demo.database.appUrl, secretsDir)
  const opened = await operator.open([{ from: first, to: last }])
  await operator.end()
  expect(opened).toMatchObject({ outcome: 'opened', effect: { leftOut: [{ position: first, through: last }] } })
  expect(opened.forNow.size).toBe(0)
  await expect.poll(() => integrity.open(), { timeout: 60_000 }).toEqual([])
  await writtenAndSealed()
  expect((await verified()).differences).toEqual([])
  expect(integrity.open()).toEqual([])
  await outsiders()
})

test('a start goes on behind them, and so does a restored copy', async () => {
  await demo.close()
  demo = withDemoPeople(await startTestApp(options(), demo.database))
  await writtenAndSealed()
  expect(demo.context.integrity.open()).toEqual([])
  expect((await verified()).differences).toEqual([])

  const restored = await mkdtemp(join(inject('runDir'), 'restored-'))
  await completeSealFile(demo.database.ownerUrl, restored, sealKeys)
  const [all, last] = [await lastSealsIn(join(restored, 'seals')), await lastBrought()]
  expect(all.at(-1)?.number).toBeGreaterThanOrEqual(last?.number ?? 0)
  expect(new Set(all.map(({ number }) => number)).size).toBe(all.at(-1)?.number)
})
