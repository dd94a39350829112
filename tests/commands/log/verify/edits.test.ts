import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Forger, headRow, literal, openForger, rehashed } from './forger.ts'

let forger: Forger
beforeAll(async () => {
  forger = await openForger()
})
afterEach(() => forger.putBack())
afterAll(() => forger.end())

test('an amount that was edited', async () => {
  await forger.edit(`update event_log set data = replace(data, '500000', '900000') where position = 8`)
  expect(await forger.difference()).toMatchObject({ position: 8, check: 'hash' })
})

test('an actor that was edited in the metadata', async () => {
  const { position } = forger.firstOf('TransactionDfaApproved')
  await forger.edit(`update event_log set meta = replace(meta, 'actor-3', 'actor-9') where position = ${position}`)
  expect(await forger.difference()).toMatchObject({ position, check: 'hash' })
})

test('metadata that has no hash any more', async () => {
  await forger.edit(`update event_log set meta = '{}' where position = 5`)
  expect(await forger.difference()).toMatchObject({ position: 5, check: 'hash' })
})

test('a type that was edited', async () => {
  await forger.edit(`update event_log set type = 'TransactionBilled' where position = 3`)
  expect(await forger.difference()).toMatchObject({ position: 3, check: 'hash' })
})

test('an event that was given to another stream', async () => {
  await forger.edit(`update event_log set stream = 'wallet-patient:thief' where position = 9`)
  expect(await forger.difference()).toMatchObject({ position: 9 })
})

test('a time of recording that was moved back before the event before', async () => {
  await forger.edit(`update event_log set recorded_at = '2020-01-01' where position = 12`)
  expect(await forger.difference()).toMatchObject({ position: 12, check: 'time of recording' })
})

test('a time of recording that was edited within what its neighbours allow is found by its seal', async () => {
  await forger.edit(`update event_log set recorded_at = recorded_at - interval '1 day' where position = 1`)
  expect(await forger.difference()).toMatchObject({ position: 1, through: 10, check: 'seal 1' })
})

test('a time of recording that no event can have', async () => {
  await forger.edit(`update event_log set recorded_at = 'infinity' where position = 6`)
  expect(await forger.difference()).toMatchObject({ position: 6, check: 'row' })
})

test('two events of different streams that were swapped are found by their seal', async () => {
  expect(forger.at(13).stream).not.toBe(forger.at(14).stream)
  await forger.edit(
    `update event_log set position = case position when 13 then -13 else -14 end where position in (13, 14)`,
    `update event_log set position = case position when -13 then 14 else 13 end where position < 0`,
    `update event_log set recorded_at = (select recorded_at from event_log where position = 13) where position = 14`,
  )
  const found = await forger.difference()
  expect(found?.position).toBeGreaterThan(10)
  expect(found?.through ?? found?.position).toBeLessThanOrEqual(20)
})

test('two events of one stream that were swapped', async () => {
  const [one, two] = [forger.firstOf('TransactionPaymentRecommended'), forger.firstOf('TransactionPaymentApproved')]
  expect(one.stream).toBe(two.stream)
  await forger.edit(
    `update event_log set position = -position where position in (${one.position}, ${two.position})`,
    `update event_log set position = ${one.position + two.position} + position where position < 0`,
  )
  expect(await forger.difference()).toMatchObject({ position: one.position, check: 'revision' })
})

test('two revisions of one stream that were swapped', async () => {
  const [one, two] = [forger.firstOf('TransactionPaymentRecommended'), forger.firstOf('TransactionPaymentApproved')]
  await forger.edit(
    `update event_log set revision = revision + 1000 where position in (${one.position}, ${two.position})`,
    `update event_log set revision = ${two.revision} where position = ${one.position}`,
    `update event_log set revision = ${one.revision} where position = ${two.position}`,
  )
  expect(await forger.difference()).toMatchObject({ position: one.position, check: 'revision' })
})

test('an event that was deleted from the middle', async () => {
  await forger.edit('delete from event_log where position = 25')
  expect(await forger.difference()).toMatchObject({ position: 25, check: 'position', found: 'nothing until 26' })
})

test('an event that was deleted, with all behind it moved up', async () => {
  await forger.edit('delete from event_log where position = 25')
  await forger.edit(
    'update event_log set position = -position where position > 25',
    'update event_log set position = -position - 1 where position < 0',
    headRow(47),
  )
  const found = await forger.difference()
  expect(found?.position).toBeGreaterThanOrEqual(21)
  expect(found?.through ?? found?.position).toBeLessThanOrEqual(30)
})

test('a first event that was deleted', async () => {
  await forger.edit('delete from event_log where position = 1')
  expect(await forger.difference()).toMatchObject({ position: 1, check: 'position' })
})

test('a last event that was deleted while the head row still tells of it', async () => {
  await forger.edit('delete from event_log where position = 48')
  expect(await forger.differences()).toMatchObject([
    { position: 40, check: 'seal 4 of the file' },
    { position: 48, check: 'end of the log' },
  ])
})

test('a tail that was cut off with the head row set back is found by the seal file', async () => {
  await forger.edit('delete from event_log where position > 33', headRow(33))
  expect(await forger.difference()).toMatchObject({ position: 40, check: 'seal 4 of the file' })
})

test('a cut of the very event that seals is found by the seal file', async () => {
  await forger.edit('delete from event_log where position > 47', headRow(47))
  expect(await forger.difference()).toMatchObject({ position: 40, check: 'seal 4 of the file' })
})

test('a table that was emptied, with its head row', async () => {
  await forger.edit('truncate event_log', headRow(0))
  expect(await forger.difference()).toMatchObject({ position: 40, check: 'seal 4 of the file' })
})

test('a table that was emptied while the head row tells of it', async () => {
  await forger.edit('truncate event_log')
  expect(await forger.difference()).toMatchObject({ position: 1, check: 'end of the log' })
})

const copyOf = (from: number, position: number, revision: number) =>
  `insert into event_log select ${position}, stream, ${revision}, gen_random_uuid(), type, data, meta, recorded_at
     from event_log where position = ${from}`

test('an event that was put in behind the last one without the head row', async () => {
  const last = forger.events.filter(({ stream }) => stream === 'wallet-pool').at(-1)
  await forger.edit(copyOf(last?.position ?? 0, 49, (last?.revision ?? 0) + 1))
  expect(await forger.difference()).toMatchObject({ position: 49, check: 'end of the log' })
})

test('an event that was put in with the right revision and the head row, but another one’s hash', async () => {
  const last = forger.events.filter(({ stream }) => stream === 'wallet-pool').at(-1)
  await forger.edit(copyOf(last?.position ?? 0, 49, (last?.revision ?? 0) + 1), headRow(49))
  expect(await forger.difference()).toMatchObject({ position: 49, check: 'hash' })
})

test('an event that was put in twice at one position, past the key of the table', async () => {
  await forger.edit('alter table event_log drop constraint event_log_pkey', copyOf(15, 15, 900))
  expect((await forger.difference())?.position).toBe(15)
})

test('an event that was put in before the first', async () => {
  await forger.edit(copyOf(1, 0, 900))
  expect(await forger.difference()).toMatchObject({ position: 0, check: 'position' })
})

test('an edit of what moves no money, with all hashes made again, is found by its seal', async () => {
  const { position, data } = forger.firstOf('TransactionPaymentRecommended')
  const changed = data.replace('09:00:00', '09:00:01')
  expect(changed).not.toBe(data)
  await forger.edit(...forger.forge(position, changed))
  expect(await forger.difference()).toMatchObject({ position: 11, through: 20, check: 'seal 2' })
})

test('an event put in between, with all hashes made again, is found by its rules and by its seal', async () => {
  const source = forger.firstOf('TransactionPermsecApproved')
  const data = source.data.replace('payment-one', 'payment-two')
  const revision = source.revision + 1
  const id = '00000000-0000-5000-8000-000000000001'
  const type = 'TransactionPaymentApproved'
  const made = rehashed({ ...source, id, type }, { data, revision, prev: JSON.parse(source.meta).hash })
  const position = source.position + 1
  await forger.edit(
    `update event_log set position = -position where position >= ${position}`,
    'update event_log set position = 1 - position where position < 0',
    `insert into event_log values (${position}, ${literal(source.stream)}, ${revision}, ${literal(id)},
       ${literal(type)}, ${literal(made.data)}, ${literal(made.meta)}, ${literal(forger.at(source.position).recordedAt)})`,
    headRow(49),
  )
  expect((await forger.differences()).slice(0, 2)).toMatchObject([
    { position, check: 'rule schema' },
    { position: 21, through: 30, check: 'seal 3' },
  ])
})

test('more money, with all hashes made again, is found where the transfer no longer agrees', async () => {
  const { position, data } = forger.firstOf('WalletCredited', 7)
  await forger.edit(...forger.forge(position, data.replace('500000', '900000')))
  expect(await forger.difference()).toMatchObject({ position, check: 'money' })
})

test.each([
  ['event_log_pkey', /^(position|index of the log)$/],
  ['event_log_id', /^index of the log$/],
  ['event_log_place', /^index of the log$/],
])('an event that is there, and was kept out of %s', async (index, check) => {
  const ready = (is: boolean) =>
    `set local allow_system_table_mods = on; update pg_index set indisready = ${is} where indexrelid = '${index}'::regclass`
  // Past the index while it is not kept, and as if it had been.
  await forger.edit(
    'delete from event_log where position = 8',
    `begin; ${ready(false)}; commit`,
    'insert into event_log select * from kept where position = 8',
    `begin; ${ready(true)}; commit`,
  )
  const found = await forger.differences()
  await forger.edit('reindex table event_log')
  expect(found).toContainEqual(expect.objectContaining({ position: 8, check: expect.stringMatching(check) }))
  expect(await forger.differences()).toEqual([])
})
