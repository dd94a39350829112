import { createPublicKey, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createHandler } from '#commands/handle.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createEventStoreLog } from '#commands/log/eventstore/log.ts'
import { openEventStoreRows } from '#commands/log/eventstore/rows.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { appendSeals, sealFileIn } from '#commands/log/seals/seal-file.ts'
import { SEAL_STREAM, SEAL_TYPE, sealKeyFrom, signSeal } from '#commands/log/seals/seal.ts'
import { verifyLog } from '#commands/log/verify/verify.ts'
import { allEvents } from '#domain/events.ts'
import { AT, command } from '#tests/support/command.ts'
import type { EventRecord } from '#tests/support/eventstore-memory.ts'
import { startEventStoreServer, type EventStoreServer } from '#tests/support/eventstore-server.ts'
import { followCount } from '#tests/support/stored-events.ts'
import { TEST_EVENT_KEYS, testSecrets } from '#tests/support/test-secrets.ts'
import { writeHistory } from '#tests/commands/log/seals/sealed-log.ts'
import { sealedOver } from '#tests/commands/log/seals/sealed-over.ts'

/** Of a history of 22 events, sealed. */
const EVENTS = 22
const privateKey = sealKeyFrom(randomBytes(32))

let server: EventStoreServer
let folder: string
beforeEach(async () => {
  server = await startEventStoreServer()
  folder = await mkdtemp(join(inject('runDir'), 'eventstore-'))
  const store = createEventStoreLog({ url: server.url })
  const keys = createMemoryKeys()
  const log = createDomainLog(store, createCodec(allEvents, keys, testSecrets()), keys)
  await writeHistory({ handler: createHandler(log) }, 'one')
  const seal = signSeal(privateKey, 1, sealedOver(await followCount(store, 0, EVENTS)), AT)
  await log.append(SEAL_STREAM, { revision: -1, hash: '' }, [{ type: SEAL_TYPE, data: seal }], command('SealLog', seal))
  await appendSeals(folder, [seal])
  await store.close()
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

async function verified() {
  const rows = openEventStoreRows(server.url)
  try {
    const [sealKeys, eventKeys] = [[createPublicKey(privateKey)], TEST_EVENT_KEYS]
    return await verifyLog({ rows, sealKeys, eventKeys, sealFile: sealFileIn(folder) })
  } finally {
    await rows.close()
  }
}
const found = async () => (await verified()).differences.map(({ check, stream }) => `${check} ${stream ?? ''}`.trim())

/** The server's own records, for whoever has its disk. */
const records = () => server.memory.records as EventRecord[]
const metadata = (stream: string, data: object) => {
  const event = { id: randomUUID(), type: '$metadata', contentType: 'application/json', metadata: new Uint8Array() }
  const place = server.memory.stream(`$$${stream}`).length - 1
  server.memory.append(`$$${stream}`, place, [{ ...event, data: Buffer.from(JSON.stringify(data)) }])
}

test('a log in EventStoreDB that nobody touched is green: its chains, signatures, seals and money', async () => {
  const { differences, events, seals, money, unchecked } = await verified()
  expect(differences).toEqual([])
  expect(events).toBe(EVENTS + 1)
  expect(seals).toMatchObject({ inLog: 1, inFile: 1 })
  expect(money).toMatchObject({ trialBalance: 0, inTransit: { count: 0 } })
  // The seal itself, which only the next one covers.
  expect(unchecked).toContain('When and in what order the last 1 were written: no seal yet')
})

test('pages of a long log are read one after the other', async () => {
  const before = (await verified()).events
  const many = Array.from({ length: 2_500 }, () => ({
    ...{ id: randomUUID(), type: '$statsCollected', contentType: 'application/json' },
    ...{ data: Buffer.from('{}'), metadata: new Uint8Array() },
  }))
  server.memory.append('$stats-0', -1, many)
  metadata('wallet-pool', { $maxCount: 3 })
  const after = await verified()
  expect([after.events, after.differences.length]).toEqual([before, 1])
})

test('an amount that was edited is found by its hash and its seal', async () => {
  const index = records().findIndex(({ stream }) => stream === 'wallet-pool')
  const record = records()[index]
  if (record === undefined) throw new Error('The pool has no events')
  const data = Buffer.from(Buffer.from(record.data).toString().replace('1000000', '9000000'))
  records()[index] = { ...record, data }
  expect(await found()).toEqual(expect.arrayContaining(['hash wallet-pool', 'seal 1']))
})

/** Changes the first two records of a stream as whoever has the server's disk could. */
function tampered(stream: string, change: (one: EventRecord, two: EventRecord) => EventRecord[]): void {
  const [one, two, ...more] = records().filter((record) => record.stream === stream)
  if (one === undefined || two === undefined) throw new Error(`${stream} has not two events`)
  const left = records().filter((record) => record.stream !== stream)
  const all = [...left, ...change(one, two), ...more].sort((a, b) => Number(a.position - b.position))
  records().splice(0, records().length, ...all)
}

test.each<readonly [what: string, change: (one: EventRecord, two: EventRecord) => EventRecord[], found: string]>([
  [
    'metadata of another event of the stream',
    (one, two) => [
      { ...one, metadata: two.metadata },
      { ...two, metadata: one.metadata },
    ],
    'hash wallet-pool',
  ],
  [
    'data of another event of the stream',
    (one, two) => [
      { ...one, data: two.data },
      { ...two, data: one.data },
    ],
    'hash wallet-pool',
  ],
  [
    'an event that was moved into another stream',
    (one, two) => [{ ...one, stream: 'wallet-thief' }, two],
    'hash wallet-thief',
  ],
  ['two events of one revision', (one, two) => [one, { ...two, revision: one.revision }], 'revision wallet-pool'],
  ['a gap between revisions', (one, two) => [one, { ...two, revision: two.revision + 7 }], 'revision wallet-pool'],
  [
    'an event that stands twice',
    (one, two) => [one, { ...one, position: one.position + 1n }, two],
    'revision wallet-pool',
  ],
])('%s is found', async (_, change, place) => {
  tampered('wallet-pool', change)
  expect(await found()).toContain(place)
})

test('what was scavenged is found where its stream goes on, and by its seal', async () => {
  const index = records().findIndex(({ stream, revision }) => stream === 'transaction-one' && revision === 1)
  records().splice(index, 1)
  expect(await found()).toEqual(expect.arrayContaining(['revision transaction-one', 'seal 1']))
})

test('a whole stream that was scavenged is found by its seal', async () => {
  const left = records().filter(({ stream }) => !stream.startsWith('transaction-'))
  records().splice(0, records().length, ...left)
  expect(await found()).toContain('seal 1')
})

test('an end that was cut off is found by the seal file', async () => {
  records().splice(-6)
  expect((await found()).some((check) => check.startsWith('seal 1 of the file'))).toBe(true)
})

test.each([{ $maxCount: 3 }, { $maxAge: 60 }, { $tb: 2 }])(
  'metadata that let the server cut a stream are found: %o',
  async (given) => {
    metadata('wallet-pool', given)
    expect(await found()).toEqual(['stream metadata wallet-pool'])
    // Taken back before anything was lost.
    metadata('wallet-pool', { $acl: {} })
    expect(await found()).toEqual([])
  },
)

test('metadata of the server’s own streams are nobody’s business', async () => {
  metadata('$stats-127.0.0.1:2113', { $maxAge: 60 })
  expect(await found()).toEqual([])
})

test('a stream that was deleted is found by its tombstone', async () => {
  const place = server.memory.stream('wallet-pool').length - 1
  const event = { id: randomUUID(), type: '$streamDeleted', contentType: 'application/json' }
  server.memory.append('wallet-pool', place, [{ ...event, data: Buffer.from('{}'), metadata: new Uint8Array() }])
  expect(await found()).toEqual(['stream metadata wallet-pool'])
})

test('an event that the portal did not write is found', async () => {
  const event = { id: randomUUID(), type: 'WalletCredited', contentType: 'application/octet-stream' }
  server.memory.append('wallet-thief', -1, [{ ...event, data: Buffer.from('{}'), metadata: Buffer.from('{}') }])
  expect(await found()).toEqual(['row'])
})
