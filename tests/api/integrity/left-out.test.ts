import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadSecrets, type Secrets } from '#api/secrets.ts'
import { createPool } from '#commands/postgres.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { logTypes } from '#commands/log/postgres/connection.ts'
import type { Position } from '#commands/log/event-log.ts'
import type { Verification } from '#commands/log/verify/verify.ts'
import { allocationOf, POOL, walletOf } from '#domain/kernel/accounts.ts'
import { readModels } from '#projections/read-models.ts'
import { rebuild } from '#projections/rebuild.ts'
import { balanceOf as moneyOf, CONSULTATION, OWN, patientWith, refusal } from '#tests/api/money/billing/hospital.ts'
import { dump } from '#tests/projections/engine/engine.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { verified } from '#tests/api/verify/verified.ts'
import { startTestApp } from '#tests/support/app.ts'
import { type Caller, type DemoApp, startDemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { plant, type Planted } from '#tests/support/planted.ts'
import { decideAll, OPERATOR } from './operator.ts'

/*
 * Two processes of one portal over HTTP, somebody with the app's role of its database, somebody with all rights on it, and an
 * operator. One story, in order: whatever was found, once it is decided about everything works again, in both.
 */
let demo: DemoApp
let other: DemoApp
let secrets: Secrets
let superuser: pg.Client
let pool: pg.Pool
/** Who spends, and whose only credit is damaged. */
let patientId: string
let unlucky: string

beforeAll(async () => {
  // Whoever decides waits for the check of the whole: at full speed.
  demo = await startDemoApp({ checkShare: 1 })
  const secretsDir = demoSecrets(inject('runDir'))
  secrets = await loadSecrets(secretsDir)
  const roles = { api: true, projections: false, processes: false }
  other = withDemoPeople(await startTestApp({ secretsDir, dataDir: demo.dataDir, roles }, demo.database))
  superuser = new pg.Client(demo.database.superuserUrl)
  await superuser.connect()
  await superuser.query("set session_replication_role = 'replica'")
  pool = createPool(demo.database.appUrl, { name: 'test', patience: 'batch', max: 2, types: logTypes })
  patientId = await patientWith(demo, 900_000_00)
  unlucky = await patientWith(demo, 50_000_00)
})
afterAll(async () => {
  await superuser.end()
  await pool.end()
  await other.close()
  await demo.end()
})

const both = () => [demo, other]
const log = () => demo.context.eventLog

/** Every command that needs money, in every process, and what came back. */
async function spendings(): Promise<readonly string[]> {
  const said: string[] = []
  for (const portal of both()) {
    const giver = await portal.as('FUND_ADMIN')
    const staff = await portal.as('COE_STAFF')
    const bill = { patient_id: patientId, services: [{ service_id: CONSULTATION, quantity: 1 }] }
    const answers = [
      await giver.post('/api/pool/credit', { benefactor: 'A bank', credit: '100.00' }),
      await giver.post(`/api/coes/${OWN}/allocation`, { amount: '10.00' }),
      await giver.post(`/api/patients/${patientId}/fund`, { amount: '1.00' }),
      await staff.post('/api/coestaff/billings', bill),
    ]
    for (const { statusCode, body } of answers) said.push(statusCode === 200 ? '200' : `${statusCode} ${body}`)
  }
  return said
}
const ALL_DONE = Array.from({ length: 8 }, () => '200')

const findings = (portal: DemoApp) => portal.context.integrity.open()
const decide = () => decideAll(both(), pool)

async function settled(): Promise<void> {
  const head = await log().head()
  while (!(await demo.context.caughtUp(head)));
  const reached = 'select from process_checkpoint having min(position) >= $1'
  await expect.poll(async () => (await pool.query(reached, [head])).rowCount, { timeout: 60_000 }).toBe(1)
  const inLine = 'select name from read_model where decided < $1'
  const { known } = demo.context.log.decisions()
  await expect.poll(async () => (await pool.query(inLine, [known])).rows, { timeout: 60_000 }).toEqual([])
}

async function verifiedAtRest(): Promise<Verification> {
  await settled()
  const verification = await verified(demo, { pool, secrets })
  // Where somebody took the keys of the table away that is said every night, until they are there again.
  const isGuard = ({ check }: Difference) => check === 'guard of the log'
  return { ...verification, differences: verification.differences.filter((one) => !isGuard(one)) }
}

/** What serves is what comes out of the log again, as every process reads it: after all that was decided since the last time. */
async function mustRebuildToTheSame(): Promise<void> {
  await settled()
  const models = readModels.filter(({ name }) => name !== 'log_clock')
  const live = await dump(demo.context.pool, models)
  const { ownerUrl, appUrl } = demo.database
  const { failed } = await rebuild({ log: other.context.log, models, ownerUrl, appRole: new URL(appUrl).username })
  expect([...failed]).toEqual([])
  expect(await dump(demo.context.pool, models)).toEqual(live)
}

async function proof(account: string): Promise<{ holds: boolean; left_out: object[] }> {
  const auditor: Caller = await demo.as('AUDITOR')
  return (await auditor.get(`/api/ledger/accounts/${account}/proof`)).json<{ data: never }>().data
}
const balanceOf = async (account: string) => {
  const auditor = await demo.as('AUDITOR')
  return (await auditor.get(`/api/ledger/accounts/${account}`)).json<{ data: { balance: string } }>().data.balance
}

const theft: Planted = {
  type: 'WalletCredited',
  data: {
    transferId: 'theft',
    amount: 90_000_000_00,
    counterAccount: 'benefactors',
    by: 'thief',
    at: '2026-11-22T09:00:00.000Z',
  },
}

test('a forged event in the pool stops all money, and nothing once it is decided about', async () => {
  expect(await spendings()).toEqual(ALL_DONE)
  await settled()
  const before = await balanceOf(POOL)
  const { position, id } = await plant(log(), `wallet-${POOL}`, theft)
  await expect.poll(async () => (await healthOf(other)).status, { timeout: 60_000 }).toBe('red')
  for (const answer of await spendings()) expect(answer).toMatch(/^503/)
  await decide()

  expect(await spendings()).toEqual(ALL_DONE)
  const { differences, decided, money } = await verifiedAtRest()
  expect(differences).toEqual([])
  expect(decided).toMatchObject([{ position, check: 'MAC', decision: OPERATOR }])
  expect(money).toMatchObject({ trialBalance: 0, inTransit: { count: 0 } })
  // Twice a hundred came, and twice ten went.
  const naira = (text: string) => Number(text.replaceAll(',', ''))
  expect(naira(await balanceOf(POOL)) - naira(before)).toBe(180)
  expect(await proof(POOL)).toMatchObject({ holds: true, left_out: [{ position, ...OPERATOR }] })
  const auditor = await demo.as('AUDITOR')
  const shown = await auditor.get(`/api/ledger/events/${id}?stream=wallet-${POOL}`)
  expect(shown.json()).toMatchObject({ data: { wrong: expect.stringContaining('It is excluded and does not count') } })
})

test('an own event that was damaged is left out of every fold, and the tables that have it are built anew', async () => {
  const stream = `wallet-${walletOf(unlucky)}`
  const credit = (await log().read(stream)).find(({ type }) => type === 'WalletCredited')
  const position = credit?.position ?? 0
  const changed = `update event_log set data = replace(data, '"amount":', '"amount":9') where position = $1`
  await superuser.query(changed, [position])
  await demo.context.integrity.found(
    [{ position, stream, check: 'hash', expected: 'what it was', found: 'other content' }],
    'reader',
  )
  await decide()

  expect(await spendings()).toEqual(ALL_DONE)
  const { differences, decided } = await verifiedAtRest()
  expect(differences).toEqual([])
  expect(decided).toContainEqual(expect.objectContaining({ position, check: 'hash' }))
  expect(await balanceOf(walletOf(unlucky))).toBe('0.00')
  await mustRebuildToTheSame()

  // Put back now it stays left out: what was decided meanwhile was decided without it.
  await superuser.query('update event_log set data = $2 where position = $1', [position, credit?.data])
  expect(await demo.context.log.read(stream)).not.toContainEqual(expect.objectContaining({ position }))
  await mustRebuildToTheSame()
})

test('a stream goes on behind an event that was taken out of its middle', async () => {
  const stream = `wallet-${allocationOf(OWN)}`
  const gone = (await log().read(stream)).at(-3)
  const position = gone?.position ?? 0
  await superuser.query('delete from event_log where position = $1', [position])
  // Whoever has the stream in memory still goes on; whoever reads it meets what is behind the gap.
  const late = withDemoPeople(
    await startTestApp(
      {
        ...{ secretsDir: demoSecrets(inject('runDir')), dataDir: demo.dataDir },
        roles: { api: true, projections: false, processes: false },
      },
      demo.database,
    ),
  )
  const giver = await late.as('FUND_ADMIN')
  expect((await giver.post(`/api/coes/${OWN}/allocation`, { amount: '10.00' })).statusCode).toBe(503)
  await late.close()
  await decide()

  expect(await spendings()).toEqual(ALL_DONE)
  const { differences, decided } = await verifiedAtRest()
  expect(differences).toEqual([])
  expect(decided).toContainEqual(expect.objectContaining({ position, check: 'position' }))
  expect(decided).toContainEqual(expect.objectContaining({ stream, check: 'revision' }))
})

/** Somebody with all rights takes the keys of the log away and puts a row of it in again, behind all others. */
async function putInAgain(position: Position): Promise<Position> {
  await superuser.query(`
    begin;
    lock table event_log_head in exclusive mode;
    alter table event_log drop constraint if exists event_log_place, drop constraint if exists event_log_id;
    insert into event_log
      select h.position + 1, e.stream, e.revision, e.id, e.type, e.data, e.meta, h.recorded_at
        from event_log e, event_log_head h where e.position = ${position};
    update event_log_head set position = position + 1;
    commit`)
  const { rows } = await superuser.query<{ position: string }>('select max(position) as position from event_log')
  return Number(rows[0]?.position)
}

test('a genuine event that is put in a second time is found at once, left out, and is no money', async () => {
  const stream = `wallet-${walletOf(patientId)}`
  await settled()
  const past = await log().read(stream)
  const [before, held] = [await balanceOf(walletOf(patientId)), await moneyOf(demo, patientId)]
  const copied = past.find(({ type }) => type === 'WalletCredited')
  const position = await putInAgain(copied?.position ?? 0)
  await expect.poll(() => findings(demo), { timeout: 60_000 }).not.toEqual([])
  expect(findings(demo)).toContainEqual(expect.objectContaining({ position, check: 'revision' }))
  expect(await decide()).toMatchObject({ leftOut: [{ position, type: 'WalletCredited' }], taken: [] })
  await settled()

  expect(await balanceOf(walletOf(patientId))).toBe(before)
  for (const portal of both()) expect(await moneyOf(portal, patientId)).toBe(held)
  const staff = await other.as('COE_STAFF')
  const bill = (quantity: number) =>
    staff.post('/api/coestaff/billings', {
      ...{ patient_id: patientId, services: [{ service_id: CONSULTATION, quantity }] },
    })
  const price = Number((await bill(1)).json<{ data: { total: string } }>().data.total) * 100
  // More than there is, and less than there would be with the copy.
  expect(refusal(await bill(Math.floor((held - price) / price) + 1))).toMatchObject({
    ...{ status: 422, message: 'Patient does not have enough funds' },
  })
  expect(await spendings()).toEqual(ALL_DONE)
  const { differences, decided } = await verifiedAtRest()
  expect(differences).toEqual([])
  expect(decided).toContainEqual(expect.objectContaining({ position, check: 'revision' }))
  expect(await proof(walletOf(patientId))).toMatchObject({ holds: true, left_out: [{ position, ...OPERATOR }] })

  // Of the last one of its stream, too: what comes next goes on from the genuine one.
  const last = (await log().read(stream)).at(-1)
  const again = await putInAgain(last?.position ?? 0)
  await expect.poll(() => findings(demo), { timeout: 60_000 }).not.toEqual([])
  expect(await decide()).toMatchObject({ leftOut: [{ position: again }], taken: [] })
  expect(await spendings()).toEqual(ALL_DONE)
  expect((await verifiedAtRest()).differences).toEqual([])
  await mustRebuildToTheSame()
})

test('a genuine event that is put in once more before all others is what is left out, and not the one that it was made of', async () => {
  const stream = `wallet-${walletOf(patientId)}`
  await settled()
  const before = await moneyOf(demo, patientId)
  const [genuine] = await log().read(stream)
  await superuser.query(`
    begin;
    alter table event_log drop constraint if exists event_log_place, drop constraint if exists event_log_id;
    insert into event_log select 0, stream, revision, id, type, data, meta, recorded_at
      from event_log where position = ${genuine?.position ?? 0};
    commit`)
  const found = (await verifiedAtRest()).differences
  expect(found).toContainEqual(expect.objectContaining({ position: 0, check: 'position' }))
  await demo.context.integrity.found(found, 'reader')
  // Not the one it was made of, and none of the other copies of it, which are left out already.
  expect((await decide()).leftOut.map(({ position }) => position)).toEqual([0])
  await settled()
  expect(await moneyOf(demo, patientId)).toBe(before)
  expect(await spendings()).toEqual(ALL_DONE)
  await settled()
  expect((await verifiedAtRest()).differences).toEqual([])
  expect(await proof(walletOf(patientId))).toMatchObject({ holds: true })
})

test('two events at one position stop nobody once that is decided about', async () => {
  await settled()
  const [giver, before] = [await demo.as('FUND_ADMIN'), await balanceOf(POOL)]
  const { head, position } = { head: await log().head(), position: (await log().head()) + 1 }
  // As a forger may write them: the keys of the table, that of its positions too, are gone.
  await superuser.query(`
    begin;
    lock table event_log_head in exclusive mode;
    alter table event_log drop constraint if exists event_log_place, drop constraint if exists event_log_id,
      drop constraint if exists event_log_pkey;
    insert into event_log
      select ${position}, stream, revision + n, gen_random_uuid(), type, data, meta, recorded_at
        from event_log, generate_series(1, 2) n where position = ${head};
    update event_log_head set position = ${position};
    commit`)
  await expect.poll(() => findings(demo), { timeout: 60_000 }).not.toEqual([])
  expect(await decide()).toMatchObject({ leftOut: [{ position }] })
  expect((await giver.post('/api/pool/credit', { benefactor: 'A bank', credit: '100.00' })).statusCode).toBe(200)
  await settled()
  expect(await balanceOf(POOL)).not.toBe(before)
  const [reached, last] = [new AbortController(), await log().head()]
  for await (const batch of other.context.log.follow(0, reached.signal)) if (batch.position === last) reached.abort()
  expect((await verifiedAtRest()).differences).toEqual([])
  await mustRebuildToTheSame()
})
