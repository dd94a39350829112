import { expect, test } from 'vitest'
import { type EventLog, NO_STREAM } from '#commands/log/event-log.ts'
import { createMemoryLog, createMemoryStore } from '#commands/log/memory/log.ts'
import { withOneFeed } from '#commands/log/one-feed.ts'
import { anEvent, followCount, freshStream, someEvents } from '#tests/support/stored-events.ts'
import { describeEventLog } from './event-log-contract.ts'

describeEventLog(
  'a log with one feed',
  async () => {
    const store = createMemoryStore()
    const log = withOneFeed(createMemoryLog({ store }))
    return { log, reopen: async () => withOneFeed(createMemoryLog({ store })), cleanUp: () => log.close() }
  },
  { gaplessPositions: true, idsUniqueInLog: true },
)

/** Counts what is read of a log for its followers. */
function counted(log: EventLog) {
  const read = { batches: 0, events: 0, from: [] as number[] }
  const counting: EventLog = {
    ...log,
    async *follow(after, signal) {
      read.from.push(after)
      for await (const batch of log.follow(after, signal)) {
        read.batches += 1
        read.events += batch.length
        yield batch
      }
    },
  }
  return { log: withOneFeed(counting), read }
}

const APPENDS = 50

test.each([1, 2, 10])('%s followers at the end of the log are one reading of it', async (followers) => {
  const { log, read } = counted(createMemoryLog())
  await log.append('wallet-before', NO_STREAM, someEvents(7))
  const stops = Array.from({ length: followers }, () => new AbortController())
  const feeds = stops.map(({ signal }) => log.follow(7, signal)[Symbol.asyncIterator]())
  for (let n = 0; n < APPENDS; n += 1) {
    const next = feeds.map((feed) => feed.next())
    await log.append('wallet-one', n - 1, [anEvent()])
    const given = await Promise.all(next)
    expect(given.map(({ value }) => value?.map(({ position }: { position: number }) => position))).toEqual(
      feeds.map(() => [8 + n]),
    )
  }
  for (const stop of stops) stop.abort()
  expect(read).toEqual({ batches: APPENDS, events: APPENDS, from: [7] })
})

test('one who is behind reads what he missed, and no more, for himself', async () => {
  const { log, read } = counted(createMemoryLog())
  for (let n = 0; n < 3; n += 1) await log.append(freshStream(), NO_STREAM, someEvents(1_000))
  const stop = new AbortController()
  const ahead = log.follow(3_000, stop.signal)[Symbol.asyncIterator]()
  const first = ahead.next()
  await log.append('wallet-one', NO_STREAM, [anEvent()])
  await first
  const behind = await followCount(log, 0, 3_001)
  expect(behind.map(({ position }) => position)).toEqual(Array.from({ length: 3_001 }, (_, n) => n + 1))
  expect(read).toMatchObject({ events: 3_001, from: [3_000, 0] })
  stop.abort()
})

test('one who is slower than what is kept reads for himself, and misses and doubles nothing', async () => {
  const { log } = counted(createMemoryLog())
  const stop = new AbortController()
  const slow = log.follow(0, stop.signal)[Symbol.asyncIterator]()
  const seen: number[] = []
  const take = async () => {
    const { value } = await slow.next()
    seen.push(...(value ?? []).map(({ position }: { position: number }) => position))
  }
  const fast = followCount(log, 0, 9_000)
  const taken = take()
  for (let n = 0; n < 9; n += 1) {
    await log.append(freshStream(), NO_STREAM, someEvents(1_000))
    if (n === 4) await taken
  }
  expect(await fast).toHaveLength(9_000)
  while (seen.length < 9_000) await take()
  expect(seen).toEqual(Array.from({ length: 9_000 }, (_, n) => n + 1))
  stop.abort()
})

test('what breaks the reading reaches everybody who follows, and it begins again', async () => {
  const memory = createMemoryLog()
  let isBroken = true
  const breaking: EventLog = {
    ...memory,
    async *follow(after, signal) {
      for await (const batch of memory.follow(after, signal)) {
        if (isBroken) throw new Error('the table is gone')
        yield batch
      }
    },
  }
  const log = withOneFeed(breaking)
  const both = [followCount(log, 0, 1), followCount(log, 0, 1)]
  const ended = Promise.allSettled(both)
  await log.append('wallet-one', NO_STREAM, [anEvent()])
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await followCount(log, 0, 1)).toHaveLength(1)
})

test('what broke the reading while one was still behind does not end him: he reads on in the next', async () => {
  const memory = createMemoryLog()
  await memory.append('wallet-before', NO_STREAM, someEvents(3))
  let isBroken = false
  const log = withOneFeed({
    ...memory,
    async *follow(after, signal) {
      for await (const batch of memory.follow(after, signal)) {
        if (isBroken) throw new Error('the table is gone')
        yield batch
      }
    },
  })
  const stop = new AbortController()
  const [ahead, behind] = [3, 0].map((after) => log.follow(after, stop.signal)[Symbol.asyncIterator]())
  const first = ahead?.next()
  expect((await behind?.next())?.value).toHaveLength(3)
  isBroken = true
  await memory.append('wallet-one', NO_STREAM, [anEvent()])
  await expect(first).rejects.toThrow('the table is gone')
  isBroken = false
  expect((await behind?.next())?.value).toMatchObject([{ position: 4 }])
  stop.abort()
})
