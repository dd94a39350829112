import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findingId } from '#commands/integrity/finding.ts'
import { createDifferences } from '#commands/log/verify/difference.ts'
import { type Forger, openForger } from './forger.ts'

let forger: Forger
beforeAll(async () => {
  forger = await openForger()
})
afterEach(() => forger.putBack())
afterAll(() => forger.end())

const found = async () =>
  (await forger.differences()).map(({ position, through, stream, check }) =>
    [through === undefined ? position : `${position}-${through}`, check, stream].filter(Boolean).join(' '),
  )

test('each of several edits is named at its place, with the seals and the moves that tell of it and no other', async () => {
  const [one, two] = [forger.firstOf('TransactionPaymentRecommended'), forger.at(33)]
  await forger.edit(`update event_log set meta = replace(meta, 'user-1', 'user-9') where position in (3, 33)`)
  await forger.edit(...forger.forge(one.position, one.data.replace('09:00:00', '09:00:01')))
  expect(await found()).toEqual([
    `3 hash ${forger.at(3).stream}`,
    // Nobody folds what does not hold by itself: its move has an end and no way there.
    '4 move funding-one-1',
    // What is paid from the pool came by the credit that nobody reads.
    '7 money wallet-pool',
    '1-10 seal 1',
    // By who has the key of the events: the seals alone know.
    '11-20 seal 2',
    '21-30 seal 3',
    `33 hash ${two.stream}`,
    '34 move wallet-allocation:uch',
    '35 move wallet-patient:patient-of-two',
    '36 move funding-two-3',
    '31-40 seal 4',
  ])
})

test('an event that was taken out is a gap in the log, a gap in its stream and one event too few for its seal', async () => {
  const { position, stream } = forger.firstOf('TransactionPaymentRecommended')
  await forger.edit(`delete from event_log where position = ${position}`)
  expect(await found()).toEqual([
    `${position} position`,
    `${position + 1} revision ${stream}`,
    `${Math.floor(position / 10) * 10 + 1}-${Math.ceil(position / 10) * 10} seal ${Math.ceil(position / 10)}`,
  ])
})

/** What a decision about them would name. */
const ids = async () => (await forger.differences()).map(findingId)

test('whatever is changed once more among events whose seal does not hold already is another finding', async () => {
  await forger.edit('delete from event_log where position = 25')
  const ofSeal = async () => (await forger.differences()).filter(({ check }) => check === 'seal 3').map(findingId)
  const found = await ofSeal()
  for (const position of [21, 30]) {
    await forger.edit(`update event_log set recorded_at = recorded_at + interval '1 hour' where position = ${position}`)
    found.push(...(await ofSeal()))
  }
  expect(new Set(found).size).toBe(3)
})

test('what an event says that does not go on from the one before it is part of the finding', async () => {
  const { position } = forger.firstOf('TransactionPaymentRecommended')
  await forger.edit(`delete from event_log where position = ${position}`)
  const before = await ids()
  const edit = `update event_log set data = replace(data, '09:00', '10:00') where position = ${position + 1}`
  await forger.edit(edit)
  const revision = (await forger.differences()).find(({ check }) => check === 'revision')
  expect(revision).toMatchObject({ position: position + 1, found: expect.stringContaining('other content') })
  expect((await ids()).filter((id) => !before.includes(id)).length).toBeGreaterThanOrEqual(2)
})

test('the content of a second event at one position is part of the finding', async () => {
  const copy = `insert into event_log select 15, stream, 900, id, type, data, meta, recorded_at from event_log where position = 16`
  await forger.edit(
    'alter table event_log drop constraint event_log_pkey',
    copy.replace(', id,', ', gen_random_uuid(),'),
  )
  const before = await ids()
  await forger.edit(`update event_log set data = data || ' ' where position = 15 and revision = 900`)
  expect((await ids()).filter((id) => !before.includes(id)).length).toBeGreaterThanOrEqual(1)
})

test('more money is named where it does not fit, and where each spending of it leads below zero', async () => {
  const { position, stream, data } = forger.firstOf('WalletCredited', 7)
  await forger.edit(...forger.forge(position, data.replace('500000', '100')))
  const money = (await forger.differences()).filter(({ check }) => check === 'money')
  expect(money[0]).toMatchObject({ position, stream })
  expect(money.map(({ expected }) => expected)).toEqual([
    'transfer funding:one-2: 5,000.00 from pool to allocation:uch',
    'allocation:uch never below zero', // once each time that it goes there
    'allocation:uch never below zero',
  ])
})

test('however many there are, a thousand are kept and all are counted', () => {
  const differences = createDifferences()
  for (let position = 3_000; position > 0; position -= 1)
    differences.add({ position, check: 'hash', expected: 'one', found: 'another' })
  expect([differences.list().length, differences.count()]).toEqual([1_000, 3_000])
  expect(differences.list()[0]).toMatchObject({ position: 2_001 })
})
