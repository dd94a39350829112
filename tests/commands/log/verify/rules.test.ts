import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { StoredEvent } from '#commands/log/event-log.ts'
import { deriveId } from '#commands/ids.ts'
import { type Forger, headRow, literal, openForger, rehashed } from './forger.ts'

// Whoever writes here has every key but that of the seals: hashes, MACs and ids are right, and it is behind the last seal.
let forger: Forger
beforeAll(async () => {
  forger = await openForger()
})
afterEach(() => forger.putBack())
afterAll(() => forger.end())

const COMMAND = '00000000-0000-7000-8000-00000000f0f0'
const last = (stream: string): StoredEvent => {
  const event = forger.events.filter((one) => one.stream === stream).at(-1)
  if (event === undefined) throw new Error(`Nothing in ${stream}`)
  return event
}
const END = 48

/** Writes an event behind the last one of a stream, in the words of another that is changed. */
async function append(stream: string, like: StoredEvent, change: object = {}, by?: string, position = END + 1) {
  const before = forger.events.filter((one) => one.stream === stream).at(-1)
  const revision = (before?.revision ?? -1) + 1
  const id = deriveId(stream, COMMAND, '0')
  const data = JSON.stringify({ ...JSON.parse(like.data), ...change, ...(by === undefined ? {} : { by }) })
  const meta = like.meta
    .replace(/"commandId":"[^"]*"/, `"commandId":"${COMMAND}"`)
    .replace(/"actor":"[^"]*"/, `"actor":"${by ?? JSON.parse(like.meta).actor}"`)
  const prev = before === undefined ? '' : JSON.parse(before.meta).hash
  const made = rehashed({ ...like, stream, id, meta }, { data, revision, prev })
  await forger.edit(
    `insert into event_log values (${position}, ${literal(stream)}, ${revision}, ${literal(id)}, ${literal(like.type)},
       ${literal(made.data)}, ${literal(made.meta)}, ${literal(forger.at(END).recordedAt)})`,
    headRow(position),
  )
}

const found = async () =>
  (await forger.differences()).map(({ position, stream, check, found: what }) => ({ position, stream, check, what }))

test('a step out of turn, by who holds the key, is named by position, stream and rule', async () => {
  const paid = forger.firstOf('TransactionPermsecApproved')
  await append(paid.stream, paid, {}, 'somebody-new')
  expect((await found())[0]).toMatchObject({
    ...{ position: END + 1, stream: paid.stream },
    check: expect.stringMatching(/^(rule transaction_step_already_taken|money)$/),
  })
})

test('an edited step by the same person as another is found, with every hash and MAC of the stream made again', async () => {
  const { position, stream, data, meta } = forger.firstOf('TransactionDfaApproved')
  const [by, before] = [JSON.parse(data).by, 'actor-1']
  expect(by).not.toBe(before)
  const { statements } = forgeActor(
    position,
    data.replace(by, before),
    meta.replace(`"actor":"${by}"`, `"actor":"${before}"`),
  )
  await forger.edit(...statements)
  expect((await found())[0]).toMatchObject({ position, stream, check: 'rule transaction_same_person' })
})

/** As `forge`, with another actor in the metadata of the first. */
function forgeActor(position: number, data: string, meta: string) {
  const first = { ...forger.at(position), meta }
  let prev: string | undefined
  const statements = forger.events
    .filter((one) => one.stream === first.stream && one.revision >= first.revision)
    .map((event) => {
      const made = prev === undefined ? rehashed(first, { data }) : rehashed(event, { prev })
      prev = made.hash
      return `update event_log set data = ${literal(made.data)}, meta = ${literal(made.meta)} where position = ${event.position}`
    })
  return { statements }
}

test('another actor in the data than in the metadata is found', async () => {
  const { position, stream, data } = forger.firstOf('TransactionDfaApproved')
  await forger.edit(...forger.forge(position, data.replace('actor-3', 'actor-9')))
  expect((await found())[0]).toMatchObject({ position, stream, check: 'rule actor', what: 'actor-9' })
})

test('a digest that is not of what was approved, and shares that do not add up, are found', async () => {
  const { position, stream, data } = forger.firstOf('TransactionPaymentApproved')
  const { digest } = JSON.parse(data)
  await forger.edit(...forger.forge(position, data.replace(digest, 'f'.repeat(64))))
  expect((await found())[0]).toMatchObject({ position, stream, check: 'rule digest', what: 'f'.repeat(64) })
  await forger.putBack()
  const initiated = forger.firstOf('TransactionPaymentInitiated')
  const { shares, ...rest } = JSON.parse(initiated.data)
  const moved = JSON.stringify({ ...rest, shares: { ...shares, coe: shares.coe - 1, bank: shares.bank + 1 } })
  await forger.edit(...forger.forge(initiated.position, moved))
  expect((await found())[0]).toMatchObject({ position: initiated.position, stream, check: 'rule shares' })
})

test('a transfer that nobody meant, and one that was meant and is over, are found', async () => {
  const credit = forger.firstOf('WalletCredited')
  await append('wallet-pool', credit, { transferId: 'funding:of-nobody' })
  expect((await found())[0]).toMatchObject({ position: END + 1, stream: 'wallet-pool', check: 'move' })
  await forger.putBack()
  const wallet = last('wallet-allocation:uch').stream
  await append(wallet, forger.firstOf('WalletDebited', 7), { transferId: 'funding:one-2' })
  expect(await found()).toContainEqual(expect.objectContaining({ position: END + 1, stream: wallet }))
})

test('an outcome of a move that has not been made is found', async () => {
  const intention = forger.firstOf('AllocationRequested')
  // Counted in its maker's day before it, as every one is.
  const day = last(forger.firstOf('FundingCounted').stream)
  const { sum, amount } = JSON.parse(day.data)
  const today = sum + amount
  await append(day.stream, day, { fundingId: 'forged', sum: today })
  await append('funding-forged', intention, { amount, today }, undefined, END + 2)
  expect(await found()).toEqual([])
  await forger.putBack()
  await append('funding-forged', forger.firstOf('FundingCompleted'))
  expect((await found())[0]).toMatchObject({ position: END + 1, stream: 'funding-forged', check: 'move' })
})

test('a field that the schema has not, an id of its maker’s own, and a stream of no aggregate are found', async () => {
  const { position, stream, data } = forger.firstOf('FundingCompleted')
  await forger.edit(...forger.forge(position, data.replace('{', '{"note":"hidden",')))
  expect((await found())[0]).toMatchObject({ position, stream, check: 'rule schema' })
  await forger.putBack()
  await append('invented-1', forger.firstOf('FundingCompleted'))
  expect(await found()).toContainEqual(expect.objectContaining({ position: END + 1, stream: 'invented-1' }))
})

test('it is said how many personal fields were not looked at', async () => {
  const { unchecked } = await forger.verify()
  expect(unchecked).toContainEqual(expect.stringMatching(/^What [1-9]\d* personal fields say/))
})
