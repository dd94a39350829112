import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadSecrets, type Secrets } from '#api/secrets.ts'
import { findingId } from '#commands/integrity/finding.ts'
import { placeOfFinding } from '#commands/integrity/places.ts'
import { recordDecision } from '#commands/integrity/record-decision.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { logTypes } from '#commands/log/postgres/connection.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { signDecision, signSkip } from '#commands/log/signed-decision.ts'
import { createPool } from '#commands/postgres.ts'
import { allEvents } from '#domain/events.ts'
import { INTEGRITY_STREAM, type OpenedAgain } from '#domain/integrity/events.ts'
import { POOL } from '#domain/kernel/accounts.ts'
import { skipsStream } from '#domain/read-model/events.ts'
import { readSkips } from '#commands/log/skips.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { verified } from '#tests/api/verify/verified.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { openOperator } from './operator.ts'

// Somebody has the key of the events and the app's role of the database, and decides as if they were an operator.
let demo: DemoApp
let pool: pg.Pool
let secrets: Secrets
/** Past the portal's processes. */
let past: EventLog
let operator: Awaited<ReturnType<typeof openOperator>>

beforeAll(async () => {
  demo = await startDemoApp()
  const secretsDir = demoSecrets(inject('runDir'))
  secrets = await loadSecrets(secretsDir)
  pool = createPool(demo.database.appUrl, { name: 'test', patience: 'batch', max: 2, types: logTypes })
  past = createPostgresLog({ connection: { connectionString: demo.database.appUrl } })
  operator = await openOperator(demo.database.appUrl, secretsDir)
})
afterAll(async () => {
  await operator.end()
  await past.close()
  await pool.end()
  await demo.end()
})

const NOTHING = { revision: -1, hash: '' }
const open = () => demo.context.integrity.open()
const credit = async () =>
  (await (await demo.as('FUND_ADMIN')).post('/api/pool/credit', { benefactor: 'A bank', credit: '1.00' })).statusCode
const balance = async () =>
  (await pool.query<{ balance: string }>('select balance from account where account = $1', [POOL])).rows[0]?.balance

/** Under the key of the events alone: exactly as the portal records a decision. */
async function forge(leftOut: OpenedAgain['leftOut'], signed: Partial<OpenedAgain>, id = 'f'.repeat(64)) {
  const eventLog = past
  const keys = createMemoryKeys()
  const log = createDomainLog(eventLog, createCodec(allEvents, keys, secrets), keys)
  const data = {
    ...{ findings: [{ id, position: leftOut[0]?.position ?? 1, check: 'hash' }] },
    ...{ by: 'A. Bello, head of operations', reason: 'Incident 4711', at: new Date().toISOString() },
    ...{ keyId: 'none', signature: 'none', ...signed, leftOut },
  }
  const known = (await eventLog.read(INTEGRITY_STREAM)).length
  return recordDecision({ eventLog, log }, known, 'OpenPortalAgain', { type: 'PortalOpenedAgain', data })
}

/** All that is found is that somebody has decided; gives it. */
async function found(position: number) {
  await expect.poll(open, { timeout: 30_000 }).not.toEqual([])
  expect(open()).toEqual([expect.objectContaining({ position, check: 'signature of a decision' })])
  return open().map(placeOfFinding)
}

test('a decision under the key of the events alone leaves nothing out, closes the portal, and is decided about', async () => {
  expect(await credit()).toBe(200)
  await demo.context.caughtUp(await demo.context.eventLog.head())
  const [before, credited] = [await balance(), (await demo.context.eventLog.read('wallet-pool')).slice(-1)]
  const position = await forge(
    credited.map((event) => ({ position: event.position, type: event.type })),
    {},
  )
  const places = await found(position)
  expect(await credit()).toBe(503)
  expect(await balance()).toBe(before)
  const { different, differences } = await verified(demo, { pool, secrets })
  expect([different, differences[0]]).toMatchObject([1, { position, check: 'signature of a decision' }])
  expect(await operator.open(places)).toMatchObject({ outcome: 'opened', effect: { leftOut: [] } })
  await expect.poll(open, { timeout: 30_000 }).toEqual([])
  expect(await credit()).toBe(200)
  expect(await verified(demo, { pool, secrets })).toMatchObject({ different: 0, decided: [{ position }] })
})

test('one that leaves all of the log out keeps nobody from signing in; health says that it is none', async () => {
  const head = await demo.context.eventLog.head()
  const position = await forge([{ position: 1, through: head }], {})
  const places = await found(position)
  const signedIn = await demo.app.inject({
    ...{ method: 'POST', url: '/api/login' },
    payload: { email: 'auditor@chf.example', password: 'Demo-pass-2026' },
  })
  expect(signedIn.statusCode).toBe(200)
  expect((await healthOf(demo)).status).toBe('red')
  // Nor does one that says of the first that it was decided about.
  const [finding] = open()
  const again = await forge([], {}, finding && findingId(finding))
  await expect.poll(() => open().map((one) => one.position), { timeout: 30_000 }).toEqual([position, again])
  expect(await operator.open([...places, { from: again, to: again }])).toMatchObject({ outcome: 'opened' })
  await expect.poll(open, { timeout: 30_000 }).toEqual([])
})

test('the words and the signature of a genuine decision decide nothing at another place, nor with another word', async () => {
  const decisions = await past.read(INTEGRITY_STREAM)
  const genuine = decisions.map(({ data }) => JSON.parse(data) as OpenedAgain).findLast(({ keyId }) => keyId !== 'none')
  const { leftOut = [], ...rest } = genuine ?? {}
  const copied = await forge(leftOut, rest)
  await operator.open(await found(copied))
  await expect.poll(open, { timeout: 30_000 }).toEqual([])
  const edited = signDecision(secrets.sealKeys.signing(), decisions.length + 2, {
    ...{
      findings: [{ id: 'f', position: 1, check: 'hash' }],
      leftOut: [],
      by: 'A',
      reason: 'B',
      at: '2026-11-22T09:00:00.000Z',
    },
  })
  await operator.open(await found(await forge([{ position: 1 }], edited)))
  await expect.poll(open, { timeout: 30_000 }).toEqual([])
})

test('under the key of the events alone no read model goes around an event; by a genuine decision it does, and verify says so', async () => {
  const keys = createMemoryKeys()
  const log = createDomainLog(past, createCodec(allEvents, keys, secrets), keys)
  const skip = async (
    revision: number,
    data: Parameters<typeof signSkip>[2],
    signed: { keyId: string; signature: string },
  ) => {
    const stream = skipsStream('account')
    const head = { revision: revision - 1, hash: (await log.readOn(stream, NOTHING)).at(-1)?.head.hash ?? '' }
    const origin = { roles: [], permission: '', correlationId: 'skip' }
    const command = { type: 'SkipEvent', id: randomUUID(), by: 'operator', at: data.at, data, origin }
    return log.append(stream, head, [{ type: 'ReadModelEventSkipped', data: { ...data, ...signed } }], command)
  }
  const about = { model: 'account', by: 'An operator', reason: 'Not ours', at: new Date().toISOString() }
  const skips = () => readSkips(demo.context.log, secrets.sealKeys)('account')
  const genuine = signSkip(secrets.sealKeys.signing(), 0, { ...about, position: 7 })
  await skip(0, { ...about, position: 7 }, genuine)
  expect(await skips()).toEqual(new Set([7]))
  await skip(1, { ...about, position: 8 }, { keyId: 'none', signature: 'none' })
  // Neither with the signature of the one before it.
  await skip(2, { ...about, position: 9 }, genuine)
  expect(await skips()).toEqual(new Set([7]))
  const { differences, notes } = await verified(demo, { pool, secrets }, { logOnly: true })
  expect(differences.map(({ stream, check }) => [stream, check])).toEqual(
    [1, 2].map(() => ['readModel-account', 'signature of a decision']),
  )
  expect(notes).toContain('Read models go around events by decision: account 7')
})
