import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDifferences } from '#commands/log/difference.ts'
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

test('each of several edits is named at its place, with the seals that tell of it and no other', async () => {
  const [one, two] = [forger.firstOf('TransactionPaymentRecommended'), forger.at(33)]
  await forger.edit(`update event_log set meta = replace(meta, 'user-1', 'user-9') where position in (5, 33)`)
  await forger.edit(...forger.forge(one.position, one.data.replace('09:00:00', '09:00:01')))
  expect(await found()).toEqual([
    `5 hash ${forger.at(5).stream}`,
    '1-10 seal 1',
    // By who has the key of the events: the seals alone know.
    '11-20 seal 2',
    '21-30 seal 3',
    `33 hash ${two.stream}`,
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

test('more money is named where it does not fit, and where each spending of it leads below zero', async () => {
  const { position, stream, data } = forger.firstOf('WalletCredited', 7)
  await forger.edit(...forger.forge(position, data.replace('500000', '100')))
  const money = (await forger.differences()).filter(({ check }) => check === 'money')
  expect(money[0]).toMatchObject({ position, stream })
  expect(money.map(({ expected }) => expected)).toEqual([
    'transfer funding:one-2: 5,000.00 from pool to allocation:uch',
    'allocation:uch never below zero', // once each time that it goes there
    'allocation:uch never below zero',
    'a trial balance of zero with 0.00 in transit',
  ])
})

test('however many there are, a thousand are kept and all are counted', () => {
  const differences = createDifferences()
  for (let position = 3_000; position > 0; position -= 1)
    differences.add({ position, check: 'hash', expected: 'one', found: 'another' })
  expect([differences.list().length, differences.count()]).toEqual([1_000, 3_000])
  expect(differences.list()[0]).toMatchObject({ position: 2_001 })
})
