import { createPool } from '#commands/postgres.ts'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addKey, loadSecrets } from '#api/secrets.ts'
import { retireKeys } from '#commands/integrity/retire-keys.ts'
import { createDecisions } from '#commands/log/decisions.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { checkEvent, hashIn } from '#commands/log/event-hash.ts'
import { eventKeysFrom } from '#commands/log/event-mac.ts'
import { logTypes } from '#commands/log/postgres/connection.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { allEvents } from '#domain/events.ts'
import { INTEGRITY_STREAM } from '#domain/integrity/events.ts'
import { startTestApp } from '#tests/support/app.ts'
import { type DemoApp, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { program } from '#tests/support/program.ts'
import { verified } from './verify/verified.ts'

// One story, in order: of two processes one is restarted behind the change of the key, and the older key is in other hands.
let old: DemoApp
let restarted: DemoApp
let secretsDir: string
const api = { api: true, projections: true, processes: false }
const startAnother = async () =>
  withDemoPeople(await startTestApp({ secretsDir, roles: api, dataDir: old.dataDir }, old.database))

beforeAll(async () => {
  secretsDir = await mkdtemp(join(inject('runDir'), 'secrets-'))
  const template = await startDemoApp()
  await cp(demoSecrets(inject('runDir')), secretsDir, { recursive: true })
  await template.close()
  const { database, dataDir } = template
  old = withDemoPeople(await startTestApp({ secretsDir, roles: api, dataDir }, database))
  await addKey(secretsDir, 'event-key')
  restarted = await startAnother()
})
afterAll(async () => {
  await restarted.close()
  await old.database.drop()
  await rm(old.dataDir, { recursive: true, force: true })
})

const credit = async (portal: DemoApp, benefactor: string) => {
  const giver = await portal.as('FUND_ADMIN')
  return (await giver.post('/api/pool/credit', { benefactor, credit: '1.00' }, benefactor)).statusCode
}
const pool = () => restarted.context.eventLog.read('wallet-pool')
const keyOf = ({ meta }: { meta: string }) => (JSON.parse(meta) as { key: string }).key
const [OLDER, NEWER] = [0, 1]
const ids = () => restarted.context.eventKeys.ids()

function retire(...args: readonly string[]) {
  const { ownerUrl, appUrl } = old.database
  const portal = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: old.dataDir, SECRETS_DIR: secretsDir }
  return new Promise<{ code: unknown; said: string }>((resolve) => {
    const asked = [...program('scripts/rotate.ts'), 'event-key', '--retire', ...args]
    execFile(process.execPath, asked, { env: { ...process.env, ...portal } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, said: stdout + stderr }),
    )
  })
}
const DECIDED = ['--by', 'A. Bello, head of operations', '--reason', 'Incident 4711']

/** Somebody with the app's role and the older key appends what they like. */
async function forge(stream: string, event: { readonly type: string; readonly data: object }) {
  const log = createPostgresLog({ connection: { connectionString: old.database.appUrl } })
  const secret = Buffer.from((await readFile(join(secretsDir, 'event-key-1'), 'utf8')).trim(), 'hex')
  const secrets = { commandSecret: 'none', eventKeys: eventKeysFrom([secret]) }
  const forging = createDomainLog(log, createCodec(allEvents, restarted.context.keys, secrets), restarted.context.keys)
  const last = (await log.read(stream)).at(-1)
  const head = last === undefined ? { revision: -1, hash: '' } : { revision: last.revision, hash: hashIn(last.meta) }
  const origin = { roles: [], permission: '', correlationId: 'x' }
  const command = {
    type: 'Forge',
    id: crypto.randomUUID(),
    by: 'somebody',
    at: '2026-11-22T09:00:00.000Z',
    data: {},
    origin,
  }
  return (await forging.append(stream, head, [event as never], command)).position.valueOf()
}

/** A log of a process that started with the first key, and has looked for no other since; these are at hand by now. */
async function processOf(atHand: readonly number[]) {
  const secrets = await Promise.all(
    atHand.map(async (number) => readFile(join(secretsDir, `event-key-${number + 1}`), 'utf8')),
  )
  const keysAtHand = secrets.map((secret) => Buffer.from(secret.trim(), 'hex'))
  const eventKeys = eventKeysFrom(keysAtHand.slice(0, 1), async () => keysAtHand)
  const log = createPostgresLog({ connection: { connectionString: old.database.appUrl } })
  const { keys } = restarted.context
  const codec = createCodec(allEvents, keys, { commandSecret: 'none', eventKeys })
  const decisions = createDecisions(log, { eventKeys, sealKeys: (await loadSecrets(secretsDir)).sealKeys })
  return { close: log.close, log: createDomainLog(log, codec, keys, { decisions }) }
}

/** Appends one event as the sealer does, on no fold of anything; gives the key that it is signed under. */
async function appendTo(stream: string, { log, close }: Awaited<ReturnType<typeof processOf>>) {
  const origin = { roles: [], permission: '', correlationId: 'x' }
  const command = {
    type: 'Try',
    id: crypto.randomUUID(),
    by: 'system',
    at: '2026-11-22T09:00:00.000Z',
    data: {},
    origin,
  }
  const data = { keyIds: ['x'], by: 'x', reason: 'x', at: '2026-11-22T09:00:00.000Z' }
  await log.append(stream, { revision: -1, hash: '' }, [{ type: 'EventKeysRetired', data }], command).finally(close)
  return (await restarted.context.eventLog.read(stream)).map(keyOf)[0]
}

test('the older key is not retired while a process signs under it, and the decision says who and why', async () => {
  expect(await credit(old, 'Before')).toBe(200)
  expect(await credit(restarted, 'Under the new one')).toBe(200)
  expect((await pool()).map(keyOf)).toEqual([ids()[OLDER], ids()[NEWER]])
  expect((await retire()).code).toBe(2)
  expect((await retire('--by', 'A. Bello')).code).toBe(2)
  // Said as of a day to come, by whoever has the app's rights and saw a key's id: no process, and nothing waits for it.
  await restarted.context.pool.query(
    `insert into process_part (process, name, state, since, failures, beat_at, backend, event_key)
     select gen_random_uuid(), 'sealer', 'running', now(), 0, now() + interval '90 years', pg_backend_pid(), $1`,
    [ids()[OLDER]],
  )
  const refused = await retire(...DECIDED)
  expect(refused).toMatchObject({ code: 2 })
  expect(refused.said).toContain('1 process of the portal still signs')
  expect(refused.said).toMatch(/\(its rows of process_part: [0-9a-f-]{36}\)/)
  expect(await restarted.context.eventLog.read(INTEGRITY_STREAM)).toEqual([])
})

test('whoever has the older key alone retires no newer one, and nobody’s decision is theirs', async () => {
  const { eventLog, eventKeys } = restarted.context
  const data = { keyIds: [ids()[NEWER]], by: 'somebody', reason: 'x', at: '2026-11-22T09:00:00.000Z' }
  await forge(INTEGRITY_STREAM, { type: 'EventKeysRetired', data })
  expect(await credit(restarted, 'All the same')).toBe(200)
  expect(eventKeys.of(ids()[NEWER] ?? '')).toBeInstanceOf(Buffer)
  const [last] = (await eventLog.read('wallet-pool')).slice(-1)
  expect(last && checkEvent(last, eventKeys)).toMatchObject({ mac: 'holds', keyId: ids()[NEWER] })
})

test('a process that was not restarted signs under the newer key from the decision on', async () => {
  // As the command would, had it not seen them.
  const { eventLog, log } = restarted.context
  const { eventKeys, sealKeys } = await loadSecrets(secretsDir)
  const stale = await processOf([OLDER, NEWER])
  const retired = await retireKeys(
    { eventLog, log, eventKeys, sealKeys },
    { by: 'A. Bello', reason: 'Incident 4711' },
    Date.now,
  )
  expect(retired?.keyIds).toEqual([ids()[OLDER]])
  const before = (await pool()).length
  expect(await credit(old, 'Behind it')).toBe(200)
  expect((await pool()).slice(before).map(keyOf)).toEqual([ids()[NEWER]])
  // What is no command's, too: nothing was folded for it.
  expect(await appendTo('stale-1', stale)).toBe(ids()[NEWER])
  expect(await pool()).toHaveLength(before + 1)
})

test('once every process was restarted the command retires all older keys, and then there are none', async () => {
  await addKey(secretsDir, 'event-key')
  await Promise.all([old.close(), restarted.close()])
  restarted = await startAnother()
  const done = await retire(...DECIDED)
  expect(done.said).toContain('Retired')
  expect(done.code).toBe(0)
  expect(done.said).toContain(`Retired: ${ids()[NEWER]}.`)
  const [last] = (await restarted.context.eventLog.read(INTEGRITY_STREAM)).slice(-1)
  expect(JSON.parse(last?.data ?? '')).toMatchObject({ by: 'A. Bello, head of operations', reason: 'Incident 4711' })
  expect(done.said).toContain(`position ${last?.position}`)
  expect((await retire(...DECIDED)).code).toBe(1)
  expect(await credit(restarted, 'Under the third')).toBe(200)
  expect((await pool()).map(keyOf).at(-1)).toBe(ids()[2])
})

test('behind the decision nothing holds that is signed under the older key: not for who reads, nor for verify; what is before it does', async () => {
  const { eventLog, eventKeys } = restarted.context
  const events = await pool()
  expect(events.map((event) => checkEvent(event, eventKeys).mac)).toEqual(events.map(() => 'holds'))
  const [genuine] = events
  const data = JSON.parse(genuine?.data ?? '{}') as object
  const position = await forge('wallet-pool', { type: genuine?.type ?? '', data })
  const [forged] = (await eventLog.read('wallet-pool')).slice(-1)
  expect(forged && checkEvent(forged, eventKeys)).toMatchObject({ holds: true, mac: 'retired', keyId: ids()[OLDER] })
  const rows = createPool(old.database.appUrl, { name: 'test', patience: 'hours', max: 2, types: logTypes })
  const { differences } = await verified(restarted, { pool: rows, secrets: await loadSecrets(secretsDir) })
  await rows.end()
  expect(differences).toContainEqual({
    ...{ position, stream: 'wallet-pool', check: 'MAC', expected: 'an event that a process of the portal wrote' },
    found: `a MAC under key ${ids()[OLDER]}, which had been retired`,
  })
  expect(differences.filter(({ check }) => check === 'MAC')).toHaveLength(1)
  expect(await credit(restarted, 'Onto it')).toBe(503)
})
