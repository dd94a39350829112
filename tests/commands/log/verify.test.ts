import { createHash, createPublicKey, randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hashOfEvent } from '../../../commands/log/codec.ts'
import type { StoredEvent } from '../../../commands/log/event-log.ts'
import { logTypes } from '../../../commands/log/postgres-connection.ts'
import { appendSeals, sealFileIn } from '../../../commands/log/seal-file.ts'
import { sealKeyFrom, signSeal } from '../../../commands/log/seal.ts'
import { postgresRows } from '../../../commands/log/verify-rows.ts'
import { verifyLog } from '../../../commands/log/verify.ts'
import { moveMoney } from '../../../commands/move-money.ts'
import { kobo } from '../../../domain/kernel/money.ts'
import type { Seal } from '../../../domain/seal/events.ts'
import { command } from '../../support/command.ts'
import { followCount } from '../../support/stored-events.ts'
import { openSealedLog, type SealedLog, tamper, writeHistory } from './sealed-log.ts'

let sealed: SealedLog
let pool: pg.Pool
let events: readonly StoredEvent[]
let file: string

/** Two histories, sealed every ten events: positions 1 to 44 with the seals 1 to 4, which are 45 to 48. */
beforeAll(async () => {
  sealed = await openSealedLog()
  pool = new pg.Pool({ connectionString: sealed.appUrl, max: 2, types: logTypes })
  await writeHistory(sealed, 'one')
  await writeHistory(sealed, 'two')
  await sealed.sealUntil((seals) => seals.length >= 4)
  events = await followCount(sealed.log, 0, await sealed.log.head())
  file = await readFile(sealFileIn(sealed.folder), 'utf8')
  await edit('create table kept as select * from event_log', 'create table kept_head as select * from event_log_head')
})
/** As it was, for the next test. */
afterEach(async () => {
  await edit(
    'truncate event_log, event_log_head',
    'alter table event_log drop constraint if exists event_log_pkey, add primary key (position)',
    'insert into event_log select * from kept',
    'insert into event_log_head select * from kept_head',
  )
  await writeFile(sealFileIn(sealed.folder), file)
})
afterAll(async () => {
  await pool.end()
  await sealed.cleanUp()
})

const verify = (over: { publicKey?: SealedLog['publicKey'] } = {}) =>
  verifyLog({ rows: postgresRows(pool), publicKey: sealed.publicKey, sealFile: sealFileIn(sealed.folder), ...over })
const difference = async () => (await verify()).difference
const edit = (...statements: string[]) => tamper(sealed.owner, ...statements)
const at = (position: number): StoredEvent => {
  const event = events[position - 1]
  if (event === undefined) throw new Error(`Nothing at ${position}`)
  return event
}
/** The first event of a type, at or after a position. */
const firstOf = (type: string, from = 1): StoredEvent => {
  const event = events.find((one) => one.type === type && one.position >= from)
  if (event === undefined) throw new Error(`No ${type}`)
  return event
}
const literal = (text: string | number) => pg.escapeLiteral(String(text))
const headRow = (position: number) => `update event_log_head set position = ${position}`

/** What a forger who knows how hashes are made writes for an event: `data` changed, the hash made again. */
function rehashed(event: StoredEvent, change: { data?: string; prev?: string; revision?: number }) {
  const { stream, revision, id, type, data } = { ...event, ...change }
  const without = event.meta
    .replace(/,"hash":"[0-9a-f]*"}$/, '}')
    .replace(/"prev":"[0-9a-f]*"}$/, `"prev":"${change.prev ?? JSON.parse(event.meta).prev}"}`)
  const hash = hashOfEvent(stream, revision, id, type, data, without)
  return { data, hash, meta: `${without.slice(0, -1)},"hash":"${hash}"}` }
}

/** Changes an event's data and makes all hashes behind it in its stream again. */
function forge(position: number, data: string): string[] {
  const statements: string[] = []
  let prev: string | undefined
  for (const event of events.filter(({ stream, revision }) => {
    return stream === at(position).stream && revision >= at(position).revision
  })) {
    const made = rehashed(event, prev === undefined ? { data } : { prev })
    prev = made.hash
    statements.push(
      `update event_log set data = ${literal(made.data)}, meta = ${literal(made.meta)} where position = ${event.position}`,
    )
  }
  return statements
}

test('a log that nobody touched is green, and says what it has', async () => {
  const verified = await verify()
  expect(verified).toMatchObject({ events: 48, head: 48, notes: [] })
  expect(verified.difference).toBeUndefined()
  expect(verified.seals).toEqual({ inLog: 4, inFile: 4, sealedTo: 40 })
  expect(verified.money).toMatchObject({ trialBalance: 0, inTransit: { count: 0, amount: 0 }, wallets: 4 })
})

test('a log whose people were erased stays green', async () => {
  for (const name of ['one', 'two']) await sealed.keys.destroy(`patient-of-${name}`)
  const bill = events.find(({ type }) => type === 'TransactionBillingRequested')
  const [read] = await sealed.domainLog.read(bill?.stream ?? '')
  expect(read?.event.data).toMatchObject({ comment: '[erased]' })
  expect(await difference()).toBeUndefined()
})

test('an empty log is green, and says that it has no seal', async () => {
  const other = await openSealedLog()
  const rows = new pg.Pool({ connectionString: other.appUrl, max: 1, types: logTypes })
  const verified = await verifyLog({
    ...{ rows: postgresRows(rows), publicKey: other.publicKey, sealFile: sealFileIn(other.folder) },
  })
  expect(verified).toMatchObject({ events: 0, notes: [expect.stringContaining('no seal yet')] })
  expect(verified.difference).toBeUndefined()
  await rows.end()
  await other.cleanUp()
})

test('an amount that was edited', async () => {
  await edit(`update event_log set data = replace(data, '500000', '900000') where position = 8`)
  expect(await difference()).toMatchObject({ position: 8, check: 'hash' })
})

test('an actor that was edited in the metadata', async () => {
  const { position } = firstOf('TransactionDfaApproved')
  await edit(`update event_log set meta = replace(meta, 'actor-3', 'actor-9') where position = ${position}`)
  expect(await difference()).toMatchObject({ position, check: 'hash' })
})

test('metadata that has no hash any more', async () => {
  await edit(`update event_log set meta = '{}' where position = 5`)
  expect(await difference()).toMatchObject({ position: 5, check: 'hash' })
})

test('a type that was edited', async () => {
  await edit(`update event_log set type = 'TransactionBilled' where position = 3`)
  expect(await difference()).toMatchObject({ position: 3, check: 'hash' })
})

test('an event that was given to another stream', async () => {
  await edit(`update event_log set stream = 'wallet-patient:thief' where position = 9`)
  expect(await difference()).toMatchObject({ position: 9 })
})

test('a time of recording that was moved back before the event before', async () => {
  await edit(`update event_log set recorded_at = '2020-01-01' where position = 12`)
  expect(await difference()).toMatchObject({ position: 12, check: 'time of recording' })
})

test('a time of recording that was edited within what its neighbours allow is found by its seal', async () => {
  await edit(`update event_log set recorded_at = recorded_at - interval '1 day' where position = 1`)
  expect(await difference()).toMatchObject({ position: 1, through: 10, check: 'seal 1' })
})

test('a time of recording that no event can have', async () => {
  await edit(`update event_log set recorded_at = 'infinity' where position = 6`)
  expect(await difference()).toMatchObject({ position: 6, check: 'row' })
})

test('two events of different streams that were swapped are found by their seal', async () => {
  expect(at(13).stream).not.toBe(at(14).stream)
  await edit(
    `update event_log set position = case position when 13 then -13 else -14 end where position in (13, 14)`,
    `update event_log set position = case position when -13 then 14 else 13 end where position < 0`,
    `update event_log set recorded_at = (select recorded_at from event_log where position = 13) where position = 14`,
  )
  const found = await difference()
  expect(found?.position).toBeGreaterThan(10)
  expect(found?.through ?? found?.position).toBeLessThanOrEqual(20)
})

test('two events of one stream that were swapped', async () => {
  const [one, two] = [firstOf('TransactionPaymentRecommended'), firstOf('TransactionPaymentApproved')]
  expect(one.stream).toBe(two.stream)
  await edit(
    `update event_log set position = -position where position in (${one.position}, ${two.position})`,
    `update event_log set position = ${one.position + two.position} + position where position < 0`,
  )
  expect(await difference()).toMatchObject({ position: one.position, check: 'revision' })
})

test('two revisions of one stream that were swapped', async () => {
  const [one, two] = [firstOf('TransactionPaymentRecommended'), firstOf('TransactionPaymentApproved')]
  await edit(
    `update event_log set revision = revision + 1000 where position in (${one.position}, ${two.position})`,
    `update event_log set revision = ${two.revision} where position = ${one.position}`,
    `update event_log set revision = ${one.revision} where position = ${two.position}`,
  )
  expect(await difference()).toMatchObject({ position: one.position, check: 'revision' })
})

test('an event that was deleted from the middle', async () => {
  await edit('delete from event_log where position = 25')
  expect(await difference()).toMatchObject({ position: 25, check: 'position', found: 'nothing until 26' })
})

test('an event that was deleted, with all behind it moved up', async () => {
  await edit('delete from event_log where position = 25')
  await edit(
    'update event_log set position = -position where position > 25',
    'update event_log set position = -position - 1 where position < 0',
    headRow(47),
  )
  const found = await difference()
  expect(found?.position).toBeGreaterThanOrEqual(21)
  expect(found?.through ?? found?.position).toBeLessThanOrEqual(30)
})

test('a first event that was deleted', async () => {
  await edit('delete from event_log where position = 1')
  expect(await difference()).toMatchObject({ position: 1, check: 'position' })
})

test('a last event that was deleted while the head row still tells of it', async () => {
  await edit('delete from event_log where position = 48')
  expect(await difference()).toMatchObject({ position: 48, check: 'end of the log' })
})

test('a tail that was cut off with the head row set back is found by the seal file', async () => {
  await edit('delete from event_log where position > 33', headRow(33))
  expect(await difference()).toMatchObject({ position: 34, check: 'seal 4 of the file' })
})

test('a cut of the very event that seals is found by the seal file', async () => {
  await edit('delete from event_log where position > 47', headRow(47))
  expect(await difference()).toMatchObject({ position: 48, check: 'seal 4 of the file' })
})

test('a table that was emptied, with its head row', async () => {
  await edit('truncate event_log', headRow(0))
  expect(await difference()).toMatchObject({ position: 1, check: 'seal 1 of the file' })
})

test('a table that was emptied while the head row tells of it', async () => {
  await edit('truncate event_log')
  expect(await difference()).toMatchObject({ position: 1, check: 'end of the log' })
})

const copyOf = (from: number, position: number, revision: number) =>
  `insert into event_log select ${position}, stream, ${revision}, gen_random_uuid(), type, data, meta, recorded_at
     from event_log where position = ${from}`

test('an event that was put in behind the last one without the head row', async () => {
  const last = events.filter(({ stream }) => stream === 'wallet-pool').at(-1)
  await edit(copyOf(last?.position ?? 0, 49, (last?.revision ?? 0) + 1))
  expect(await difference()).toMatchObject({ position: 49, check: 'end of the log' })
})

test('an event that was put in with the right revision and the head row, but another one’s hash', async () => {
  const last = events.filter(({ stream }) => stream === 'wallet-pool').at(-1)
  await edit(copyOf(last?.position ?? 0, 49, (last?.revision ?? 0) + 1), headRow(49))
  expect(await difference()).toMatchObject({ position: 49, check: 'hash' })
})

test('an event that was put in twice at one position, past the key of the table', async () => {
  await edit('alter table event_log drop constraint event_log_pkey', copyOf(15, 15, 900))
  expect((await difference())?.position).toBe(15)
})

test('an event that was put in before the first', async () => {
  await edit(copyOf(1, 0, 900))
  expect(await difference()).toMatchObject({ position: 0, check: 'position' })
})

test('an edit of what moves no money, with all hashes made again, is found by its seal', async () => {
  const { position, data } = firstOf('TransactionPaymentRecommended')
  const changed = data.replace('payment-one', 'payment-two')
  expect(changed).not.toBe(data)
  await edit(...forge(position, changed))
  expect(await difference()).toMatchObject({ position: 11, through: 20, check: 'seal 2' })
})

test('an event put in between, with all hashes made again, is found by its seal', async () => {
  const source = firstOf('TransactionPermsecApproved')
  const data = source.data.replace('payment-one', 'payment-two')
  const revision = source.revision + 1
  const id = '00000000-0000-5000-8000-000000000001'
  const type = 'TransactionPaymentApproved'
  const made = rehashed({ ...source, id, type }, { data, revision, prev: JSON.parse(source.meta).hash })
  const position = source.position + 1
  await edit(
    `update event_log set position = -position where position >= ${position}`,
    'update event_log set position = 1 - position where position < 0',
    `insert into event_log values (${position}, ${literal(source.stream)}, ${revision}, ${literal(id)},
       ${literal(type)}, ${literal(made.data)}, ${literal(made.meta)}, ${literal(at(source.position).recordedAt)})`,
    headRow(49),
  )
  const found = await difference()
  expect(found).toMatchObject({ position: 21, through: 30, check: 'seal 3' })
})

test('more money, with all hashes made again, is found where the transfer no longer agrees', async () => {
  const { position, data } = firstOf('WalletCredited', 7)
  await edit(...forge(position, data.replace('500000', '900000')))
  expect(await difference()).toMatchObject({ position, check: 'money' })
})

test('a seal of the log that was edited, with its hash made again, is found at its place', async () => {
  const { position, data } = firstOf('LogSealed')
  await edit(...forge(position, data.replace(/"count":10/, '"count":11')))
  expect(await difference()).toMatchObject({ position, check: 'seal 1' })
})

test('a seal of another key that was put behind the log is found at its place', async () => {
  const last = at(48)
  const seal = signSeal(
    sealKeyFrom(randomBytes(32)),
    5,
    { position: 44, count: 44, hash: 'a'.repeat(64) },
    last.recordedAt,
  )
  const prev = String(JSON.parse(last.meta).hash)
  const id = '00000000-0000-5000-8000-000000000002'
  const made = rehashed({ ...last, id }, { data: JSON.stringify(seal), revision: 4, prev })
  await edit(
    `insert into event_log values (49, 'seal-log', 4, ${literal(id)}, 'LogSealed', ${literal(made.data)}, ${literal(made.meta)},
       ${literal(last.recordedAt)})`,
    headRow(49),
  )
  expect(await difference()).toMatchObject({ position: 49, check: 'seal 5' })
})

const lines = async () => (await readFile(sealFileIn(sealed.folder), 'utf8')).trimEnd().split('\n')
const putLines = (all: readonly string[]) => writeFile(sealFileIn(sealed.folder), all.map((one) => `${one}\n`).join(''))

test('a line of the seal file that was edited', async () => {
  const all = await lines()
  await putLines(all.map((line, index) => (index === 1 ? line.replace('"count":20', '"count":21') : line)))
  expect(await difference()).toMatchObject({ position: 11, check: expect.stringContaining('line 2') })
})

test('a line of the seal file that is no seal, or was taken out from between others', async () => {
  const all = await lines()
  await putLines(all.map((line, index) => (index === 2 ? 'gone' : line)))
  expect(await difference()).toMatchObject({ position: 21, check: expect.stringContaining('line 3') })
  await putLines(all.filter((_, index) => index !== 0))
  expect(await difference()).toMatchObject({ position: 1, expected: 'seal 1', found: 'seal 2' })
})

test('seals of the file that another key signed', async () => {
  const stranger = sealKeyFrom(randomBytes(32))
  await rm(sealFileIn(sealed.folder))
  const seals = await sealed.seals()
  const forged = seals.map((seal: Seal) => signSeal(stranger, seal.number, seal, seal.at))
  await appendSeals(sealed.folder, forged, at(1).recordedAt)
  expect(await difference()).toMatchObject({ position: 1, expected: 'the signature of the seal key' })
})

test('a file and a log that each hold a signed seal, but not the same one', async () => {
  const [first] = await sealed.seals()
  if (first === undefined) throw new Error('No seal')
  await rm(sealFileIn(sealed.folder))
  const hash = createHash('sha256').update('another log').digest('hex')
  await appendSeals(sealed.folder, [signSeal(sealed.privateKey, 1, { ...first, hash }, first.at)], first.at)
  expect(await difference()).toMatchObject({ position: 1, through: 10, check: 'seal 1' })
})

test('a missing seal file is said plainly: the end of the log could have been cut', async () => {
  await rm(sealFileIn(sealed.folder))
  expect(await difference()).toMatchObject({
    position: 49,
    check: 'seal file',
    found: expect.stringContaining('cut off'),
  })
})

test('an older copy of the seal file holds what it knows, and the rest is said', async () => {
  await putLines((await lines()).slice(0, 2))
  const verified = await verify()
  expect(verified.difference).toBeUndefined()
  expect(verified.notes).toEqual(['The seal file ends with seal 2; the log has 4'])
})

test('a key that did not sign the seals is told', async () => {
  const publicKey = createPublicKey(sealKeyFrom(randomBytes(32)))
  expect((await verify({ publicKey })).difference).toMatchObject({ expected: 'the signature of the seal key' })
})

test('money in transit is said, and is no difference', async () => {
  const move = { transferId: 'late', source: 'pool', target: 'allocation:uch', amount: kobo(2_000) }
  const { handler } = sealed
  const stuck = { ...handler, log: { ...handler.log, append: appendOnce(handler.log.append) } }
  await expect(moveMoney(stuck, move, command('Move', {}))).rejects.toThrow('crash')
  const verified = await verify()
  expect(verified.difference).toBeUndefined()
  expect(verified.money.inTransit).toEqual({ count: 1, amount: 2_000 })
})

function appendOnce(append: SealedLog['handler']['log']['append']): SealedLog['handler']['log']['append'] {
  let calls = 0
  return (...given) => {
    calls += 1
    if (calls > 1) throw new Error('crash')
    return append(...given)
  }
}
