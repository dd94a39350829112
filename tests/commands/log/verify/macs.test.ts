import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventKeysFrom } from '#commands/log/event-mac.ts'
import { TEST_EVENT_KEYS } from '#tests/support/test-secrets.ts'
import { type Forger, headRow, literal, NO_KEY, openForger, rehashed } from './forger.ts'

let forger: Forger
beforeAll(async () => {
  forger = await openForger()
})
afterEach(() => forger.putBack())
afterAll(() => forger.end())

test('an edit with all hashes made again is found at its own place, when its maker has not the key', async () => {
  const { position, data } = forger.firstOf('TransactionPaymentRecommended')
  await forger.edit(...forger.forge(position, data.replace('payment-one', 'payment-two'), NO_KEY))
  const found = `another's MAC under the name of key ${TEST_EVENT_KEYS.current.id}`
  expect(await forger.difference()).toMatchObject({ position, check: 'MAC', found })
})

test('an event put behind the last seal is found, though all that anybody can compute is right', async () => {
  const last = forger.events.filter(({ stream }) => stream === 'wallet-pool').at(-1)
  if (last === undefined) throw new Error('The pool has no events')
  const id = '00000000-0000-5000-8000-000000000003'
  const revision = last.revision + 1
  const made = rehashed({ ...last, id }, { revision, prev: JSON.parse(last.meta).hash }, NO_KEY)
  await forger.edit(
    `insert into event_log values (49, 'wallet-pool', ${revision}, ${literal(id)}, ${literal(last.type)}, ${literal(last.data)},
       ${literal(made.meta)}, ${literal(forger.at(48).recordedAt)})`,
    headRow(49),
  )
  expect(await forger.difference()).toMatchObject({ position: 49, check: 'MAC' })
})

test('an event that names a key of its maker’s own is found', async () => {
  const own = eventKeysFrom([NO_KEY]).current
  const { position, data, meta } = forger.firstOf('TransactionPaymentRecommended')
  const named = meta.replace(TEST_EVENT_KEYS.current.id, own.id)
  const made = rehashed({ ...forger.at(position), meta: named }, { data }, own.key)
  await forger.edit(`update event_log set meta = ${literal(made.meta)} where position = ${position}`)
  const found = `key ${own.id}, which is not among the secrets`
  expect(await forger.difference()).toMatchObject({ position, check: 'MAC', found })
})

test('without the keys it is said that who wrote the events was not checked; with one key too few it is red', async () => {
  expect(await forger.verify({ eventKeys: undefined })).toMatchObject({
    differences: [],
    unchecked: expect.arrayContaining([expect.stringContaining('Who wrote the events')]),
  })
  const other = eventKeysFrom([randomBytes(32)])
  expect((await forger.verify({ eventKeys: other })).differences[0]).toMatchObject({ position: 1, check: 'MAC' })
})

test('after a change of the key, what was written under the old one still holds', async () => {
  const old = Buffer.from('a key of events in tests: 32 by.')
  const changed = eventKeysFrom([old, randomBytes(32)])
  expect(changed.current.id).not.toBe(TEST_EVENT_KEYS.current.id)
  expect((await forger.verify({ eventKeys: changed })).differences[0]).toBeUndefined()
})
