import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { BilledAnswer } from '#api/money/contracts/billing.ts'
import { handle, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { NO_STREAM } from '#commands/log/event-log.ts'
import { funding } from '#domain/money/funding/funding.ts'
import { kobo } from '#domain/kernel/money.ts'
import { asOfTable, positionAt } from '#projections/as-of.ts'
import { readModels } from '#projections/read-models.ts'
import { rebuild } from '#projections/rebuild.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { loadDemoUsers } from '#scripts/demo/people/demo-users.ts'
import { loadReferenceData } from '#scripts/demo/reference.ts'
import { startTestApp } from '#tests/support/app.ts'
import { AT, command } from '#tests/support/command.ts'
import { type DemoApp, withDemoPeople } from '#tests/support/demo-app.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import type { EventRecord } from '#tests/support/eventstore-memory.ts'
import { eventStoreAt, startEventStoreServer, type EventStoreServer } from '#tests/support/eventstore-server.ts'
import { anEvent } from '#tests/support/stored-events.ts'
import { balanceOf, billsOf, CONSULTATION, patientWith } from './money/billing/hospital.ts'

let server: EventStoreServer
let database: TestDatabase
let secretsDir: string
let demo: DemoApp

/** The portal on the same database and the same EventStoreDB as before, as after a restart. */
const open = async (): Promise<DemoApp> => {
  const { eventStore } = eventStoreAt(server.url, 1_000)
  return withDemoPeople(await startTestApp({ eventStore, secretsDir }, database))
}
const rowsOf = async (sql: string): Promise<unknown[]> => (await demo.context.pool.query(sql)).rows

beforeAll(async () => {
  server = await startEventStoreServer()
  secretsDir = await mkdtemp(join(inject('runDir'), 'secrets-'))
  database = await freshDatabase()
  demo = await open()
  const { handler, credentials, codes, emailSecret } = demo.context
  await loadReferenceData({ handler, at: AT })
  await loadDemoUsers({ handler, credentials, codes, emailSecret, at: AT })
})
afterAll(async () => {
  await demo.end()
  await server.close()
  await rm(secretsDir, { recursive: true, force: true })
})

const bill = (patient: string, key?: string) => ({
  body: { patient_id: patient, services: [{ service_id: CONSULTATION, quantity: 2 }] },
  key: key ?? 'a visit',
})

test('a bill is paid from the wallet, shown at once, and one however often it is sent', async () => {
  const staff = await demo.as('COE_STAFF')
  const patient = await patientWith(demo, 50_000_00)
  const { body, key } = bill(patient)
  const answers = await Promise.all(Array.from({ length: 4 }, () => staff.post('/api/coestaff/billings', body, key)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  const { data } = answers[0]?.json<BilledAnswer>() ?? {}
  expect(data).toMatchObject({ caught_up: true })
  expect(await balanceOf(demo, patient)).toBe(50_000_00 - Number(data?.total) * 100)
  expect(await billsOf(demo, patient)).toBe(1)
  const sum = await rowsOf('select sum(balance)::text as balance from account')
  expect(sum).toEqual([{ balance: '0' }])
  // Everything is in EventStoreDB, nothing in the log's table.
  expect(await rowsOf('select position from event_log')).toEqual([])
  expect(server.memory.stream(`transaction-${data?.id}`).length).toBeGreaterThan(1)
})

test('the past is answered by position and by the clock of the log, whose positions have gaps', async () => {
  const staff = await demo.as('COE_STAFF')
  const patient = await patientWith(demo, 50_000_00)
  const before = await demo.context.log.head()
  const { body } = bill(patient)
  expect((await staff.post('/api/coestaff/billings', body, 'another visit')).statusCode).toBe(200)
  const head = await demo.context.log.head()
  const { db } = demo.context
  const billsAt = async (position: number) => {
    const source = asOfTable(transaction, position).compile(db)
    const { rows } = await demo.context.pool.query(
      `select from (${source.sql}) t where patient_id = '${patient}' and billed_at is not null`,
      [...source.parameters],
    )
    return rows.length
  }
  expect([await billsAt(before), await billsAt(head)]).toEqual([0, 1])
  expect(await positionAt(db, new Date(Date.now() + 60_000).toISOString(), head)).toBe(head)
  expect(await positionAt(db, '2020-01-01', head)).toBe(0)
})

test('rebuilt from EventStoreDB, every read model comes out the same', async () => {
  const tables = ['account', 'posting', 'transaction', 'patient', 'log_clock', 'role', 'coe', 'service']
  const contents = async () =>
    Promise.all(tables.map((table) => rowsOf(`select to_jsonb(t) - 'valid_from' as row from ${table} t order by 1`)))
  await demo.context.caughtUp(await demo.context.log.head())
  const before = await contents()
  const { ownerUrl, appUrl } = database
  const appRole = new URL(appUrl).username
  const rebuilt = await rebuild({ log: demo.context.log, models: readModels, ownerUrl, appRole })
  expect(rebuilt.built).toHaveLength(readModels.length)
  expect(await contents()).toEqual(before)
  expect(before[0]?.length).toBeGreaterThan(3)
})

test('while no node answers, calls that need the log are told to come again, and do the same thing once', async () => {
  const staff = await demo.as('COE_STAFF')
  const patient = await patientWith(demo, 50_000_00)
  const { body } = bill(patient)
  const { memory, port } = server
  await server.close()
  const refused = await staff.post('/api/coestaff/billings', body, 'in the dark')
  expect(refused.statusCode).toBe(503)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.json<{ message: string }>().message).toContain('try again')
  server = await startEventStoreServer({ memory, port })
  expect((await staff.post('/api/coestaff/billings', body, 'in the dark')).statusCode).toBe(200)
  expect(await billsOf(demo, patient)).toBe(1)
})

test('a move of money that a crash left open is finished after a restart, from a place of the log', async () => {
  const { handler, pool } = demo.context
  const give = command('RequestPoolCredit', { amount: kobo(777_00), benefactor: 'Left behind' }, { by: 'giver' })
  const id = deriveId(give.id, 'funding')
  await handle(handler, funding, id, give)
  const opened = async () =>
    (await pool.query<{ position: number }>("select position from process_item where process = 'funding'")).rows[0]
      ?.position
  const intention = server.memory.stream(`funding-${id}`)[0]?.position
  await expect.poll(opened, { timeout: 20_000 }).toBe(Number(intention))
  expect(intention).toBeGreaterThan(0)

  await demo.close()
  demo = await open()
  const status = async () => (await load(demo.context.handler, funding, id)).status
  await expect.poll(status, { timeout: 20_000 }).toBe('completed')
})

test('Prove replays a wallet from EventStoreDB, and names the event that was edited, or that another signed', async () => {
  const patient = await patientWith(demo, 50_000_00)
  const auditor = await demo.as('AUDITOR')
  const prove = async () => {
    const answer = await auditor.get(`/api/ledger/accounts/patient:${patient}/proof`)
    return answer.json<{ data: { holds: boolean; events: number; difference: object | null } }>().data
  }
  expect(await prove()).toMatchObject({ holds: true, events: 1, difference: null })
  const stored = server.memory.stream(`wallet-patient:${patient}`) as EventRecord[]
  const [kept] = stored
  if (kept === undefined) throw new Error('Nothing is recorded of the wallet')
  const changed = (bytes: Uint8Array, from: RegExp, to: string) =>
    Buffer.from(Buffer.from(bytes).toString().replace(from, to))
  const position = Number(kept.position)
  stored[0] = { ...kept, data: changed(kept.data, /"amount":\d+/, '"amount":1') }
  expect((await prove()).difference).toMatchObject({ position, what: 'hash of the stored bytes' })
  stored[0] = { ...kept, metadata: changed(kept.metadata, /[0-9a-f]{64}(?=\W+$)/, '0'.repeat(64)) }
  expect((await prove()).difference).toMatchObject({ position, what: 'who wrote it' })
  stored[0] = kept
  expect(await prove()).toMatchObject({ holds: true })
})

test('a database whose read models know more than the log, or that holds a log of its own, is not opened', async () => {
  const other = await startEventStoreServer()
  const { eventStore } = eventStoreAt(other.url)
  const openOther = () => startTestApp({ eventStore, secretsDir }, database)
  await expect(openOther()).rejects.toThrow(/Read models have come to \d+, the log ends at 0/)
  await other.close()

  const own = await startTestApp()
  await own.context.eventLog.append('wallet-a', NO_STREAM, [anEvent()])
  await own.close()
  await expect(startTestApp(eventStoreAt(server.url), own.database)).rejects.toThrow(/a log of 1 events of its own/)
  await own.end().catch(() => undefined)
})
