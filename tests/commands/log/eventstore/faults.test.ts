import { afterEach, expect, test } from 'vitest'
import { LogGap, LogUnavailable, NO_STREAM, type EventLog, type StoredEvent } from '#commands/log/event-log.ts'
import { createEventStoreLog } from '#commands/log/eventstore/log.ts'
import { createCuttingProxy, type CuttingProxy } from '#tests/support/cutting-proxy.ts'
import { createEventStoreMemory } from '#tests/support/eventstore-memory.ts'
import { type EventStoreServerOptions, startEventStoreServer } from '#tests/support/eventstore-server.ts'
import { anEvent, asGiven, followCount, freshStream, someEvents } from '#tests/support/stored-events.ts'
import { expectWholeOrder } from '#tests/commands/log/contract/concurrency.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
const startServer = async (options?: EventStoreServerOptions) => {
  const server = await startEventStoreServer(options)
  ends.push(() => server.close())
  return server
}
const openLog = (url: string, retryFor?: number): EventLog => {
  const log = createEventStoreLog({ url, ...(retryFor === undefined ? {} : { retryFor }) })
  ends.push(() => log.close())
  return log
}
const startProxy = async (port: number): Promise<CuttingProxy & { url: string }> => {
  const proxy = await createCuttingProxy({ host: '127.0.0.1', port })
  ends.push(() => proxy.close())
  return { ...proxy, url: `esdb://127.0.0.1:${proxy.port}?tls=false` }
}
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const follower = (log: EventLog, after: number) =>
  log.follow(after, new AbortController().signal)[Symbol.asyncIterator]()

test('an append whose answer is lost is acknowledged and stored once', async () => {
  const server = await startServer()
  const proxy = await startProxy(server.port)
  const log = openLog(proxy.url)
  const stream = freshStream()
  const events = someEvents(2)
  await log.append(stream, NO_STREAM, [anEvent()])
  proxy.cutAnswerTo('LostHappened')
  expect(await log.append(stream, 0, [...events, anEvent({ type: 'LostHappened' })])).toMatchObject({ revision: 3 })
  expect(proxy.cuts()).toBe(1)
  expect(server.calls.appends).toBe(3)
  expect((await log.read(stream, 1)).slice(0, 2).map(asGiven)).toEqual(events)
  expect(server.memory.stream(stream)).toHaveLength(4)
})

test('lines cut while 8 writers append: each event is there once, and followers see the whole in order', async () => {
  const server = await startServer()
  const proxy = await startProxy(server.port)
  const log = openLog(proxy.url)
  const [writers, each] = [8, 10]
  const following = followCount(log, 0, writers * each)
  const written = await Promise.all(
    times(writers, async (writer) => {
      const events = someEvents(each)
      for (const [index, event] of events.entries()) {
        if (index % 8 === writer) proxy.cutAll()
        if (index % 8 === 7 - writer) proxy.cutAnswerTo(`wallet-${writer}`)
        await log.append(`wallet-${writer}`, index - 1, [event])
      }
      return events
    }),
  )
  expect(proxy.cuts()).toBeGreaterThan(3)
  expect(server.calls.appends).toBeGreaterThan(writers * each)
  expect(server.calls.subscriptions).toBeGreaterThan(1)
  const seen = await following
  expectWholeOrder(seen, 0, false)
  expect(seen.map(({ id }) => id).sort()).toEqual(
    written
      .flat()
      .map(({ id }) => id)
      .sort(),
  )
})

test('a small append that builds on a large one in progress waits for it', async () => {
  const log = openLog((await startServer()).url)
  const large = log.append('wallet-a', NO_STREAM, someEvents(1000))
  expect(await log.append('wallet-a', 999, [anEvent()])).toMatchObject({ revision: 1000 })
  expect(await large).toMatchObject({ revision: 999 })
})

test('a node that goes away and comes back is followed on from where it was, and written to again', async () => {
  const first = await startServer()
  const log = openLog(first.url)
  const batches = follower(log, 0)
  await log.append('wallet-a', NO_STREAM, [anEvent()])
  const seen: StoredEvent[] = [...(await batches.next()).value]
  const next = batches.next()
  await first.close()
  const append = log.append('wallet-a', 0, someEvents(3))
  await startServer({ memory: first.memory, port: first.port })
  expect(await append).toMatchObject({ revision: 3 })
  seen.push(...(await next).value)
  while (seen.length < 4) seen.push(...(await batches.next()).value)
  expect(seen.map(({ revision }) => revision)).toEqual([0, 1, 2, 3])
})

test('a server that stays away fails the call when its time is up, and nothing fails unheard', async () => {
  const server = await startServer()
  const hosts = `127.0.0.1:${server.port},127.0.0.1:${server.port}`
  const log = openLog(`esdb://${hosts}?tls=false&maxDiscoverAttempts=1&discoveryInterval=1`, 300)
  await log.append('wallet-a', NO_STREAM, [anEvent()])
  const batches = follower(log, 0)
  await batches.next()
  const waiting = batches.next()
  await server.close()
  const calls = times(4, (n) => [log.append(`wallet-${n}`, NO_STREAM, [anEvent()]), log.read('wallet-a'), log.head()])
  const outcomes = await Promise.allSettled(calls.flat())
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(LogUnavailable) })
  await log.close()
  expect(await waiting).toMatchObject({ done: true })
})

test('an append above the size that the server takes is refused, writes nothing, and the log goes on', async () => {
  const server = await startServer({ maxAppendSize: 10_000 })
  const log = openLog(server.url)
  const large = anEvent({ data: JSON.stringify({ text: 'x'.repeat(10_000) }) })
  await expect(log.append('wallet-a', NO_STREAM, [anEvent(), large])).rejects.toThrow(/maximum-append-size/)
  expect(server.calls.appends).toBe(1)
  expect(await log.read('wallet-a')).toEqual([])
  expect(await log.append('wallet-a', NO_STREAM, [anEvent()])).toMatchObject({ revision: 0 })
})

test('a node that does not lead sends appends and readings to the one that does', async () => {
  const leader = await startServer()
  const other = await startServer({ memory: leader.memory })
  other.followLeader(leader.port)
  const log = openLog(other.url)
  const { position } = await log.append('wallet-a', NO_STREAM, [anEvent()])
  expect(leader.calls.appends).toBe(1)
  expect(await log.head()).toBe(position)
  expect(await log.read('wallet-a')).toHaveLength(1)
})

test('the leader of a cluster is found although a node is down, and found again when another leads', async () => {
  const memory = createEventStoreMemory()
  const [first, second, down] = [await startServer({ memory }), await startServer({ memory }), await startServer()]
  await down.close()
  second.followLeader(first.port)
  const hosts = [down, first, second].map(({ port }) => `127.0.0.1:${port}`).join(',')
  const log = openLog(`esdb://${hosts}?tls=false&nodePreference=leader`)
  await log.append('wallet-a', NO_STREAM, [anEvent()])
  expect([first.calls.appends, second.calls.appends]).toEqual([1, 0])
  second.followLeader(undefined)
  first.followLeader(second.port)
  expect(await log.append('wallet-a', 0, [anEvent()])).toMatchObject({ revision: 1 })
  expect(second.calls.appends).toBe(1)
})

test('a leader that hangs is given up for the one that leads, within the time that a caller waits', async () => {
  const memory = createEventStoreMemory()
  const [first, second] = [await startServer({ memory }), await startServer({ memory })]
  second.followLeader(first.port)
  const hosts = [first, second].map(({ port }) => `127.0.0.1:${port}`).join(',')
  const log = openLog(`esdb://${hosts}?tls=false&nodePreference=leader`, 20_000)
  await log.append('wallet-a', NO_STREAM, [anEvent()])
  expect(first.calls.appends).toBe(1)
  first.hang()
  second.followLeader(undefined)
  expect(await log.append('wallet-a', 0, [anEvent()])).toMatchObject({ revision: 1 })
  expect(await log.read('wallet-a')).toHaveLength(2)
  expect([first.calls.appends, second.calls.appends]).toEqual([2, 1])
})

test('a node that is not ready to lead is one that cannot be reached for now', async () => {
  const log = openLog((await startServer({ refuses: 'not ready' })).url, 300)
  await expect(log.append('wallet-a', NO_STREAM, [anEvent()])).rejects.toThrow(LogUnavailable)
  await expect(log.head()).rejects.toThrow(LogUnavailable)
})

test('what is no place of the log cannot be followed from', async () => {
  const server = await startServer()
  const log = openLog(server.url)
  const { position } = await log.append('wallet-a', NO_STREAM, [anEvent()])
  await log.append('wallet-a', 0, [anEvent()])
  await expect(followCount(log, position - 1, 1)).rejects.toThrow(/no record at this position/)
  expect(await followCount(log, position, 1)).toHaveLength(1)
})

test.each([
  ['$wallet-a', 'SomethingHappened'],
  ['wallet-a', '$stats'],
])('what would count as the server’s own is refused: %s, %s', async (stream, type) => {
  const log = openLog((await startServer()).url)
  await expect(log.append(stream, NO_STREAM, [anEvent({ type })])).rejects.toThrow(TypeError)
})

test('an event that somebody else wrote into the log stops readers and followers; it is not skipped', async () => {
  const server = await startServer()
  const log = openLog(server.url)
  await log.append('wallet-a', NO_STREAM, [anEvent()])
  const json = { contentType: 'application/json', data: Buffer.from('{}'), metadata: new Uint8Array() }
  server.memory.append('wallet-a', 0, [{ id: anEvent().id, type: 'ForeignHappened', ...json }])
  await expect(followCount(log, 0, 2)).rejects.toThrow(/not written by this log/)
  await expect(log.read('wallet-a')).rejects.toThrow(/not written by this log/)
})

test('a stream whose beginning was cut off is not read as if it were whole', async () => {
  const memory = createEventStoreMemory()
  const whole = openLog((await startServer({ memory })).url)
  await whole.append('wallet-a', NO_STREAM, someEvents(3))
  const cut = await startServer({ memory: { ...memory, stream: (name) => memory.stream(name).slice(1) } })
  await expect(openLog(cut.url).read('wallet-a')).rejects.toThrow(LogGap)
})

test('a closed log leaves no connection', async () => {
  const proxy = await startProxy((await startServer()).port)
  const log = openLog(proxy.url)
  await log.append('wallet-a', NO_STREAM, [anEvent()])
  const batches = follower(log, 0)
  await batches.next()
  expect(proxy.clients()).toBeGreaterThan(0)
  await log.close()
  await expect.poll(() => proxy.clients()).toBe(0)
})
