import { describe, expect, test } from 'vitest'
import { NO_STREAM, type EventLog, type StoredEvent } from '#commands/log/event-log.ts'
import { anEvent, asGiven, followCount, followUntil, freshStream, someEvents } from '#tests/support/stored-events.ts'
import type { ContractContext } from './context.ts'

/** Takes batches one by one, so that a test can do something between them. */
const follower = (log: EventLog, after: number) => {
  const stop = new AbortController()
  return { stop, batches: log.follow(after, stop.signal)[Symbol.asyncIterator]() }
}

/** The whole log in order: from anywhere, live, until told to stop. */
export function following({ log, openEmpty, reopen, can }: ContractContext): void {
  describe('following', () => {
    test('an empty log has head 0', async () => {
      const empty = await openEmpty()
      try {
        expect(await empty.log.head()).toBe(0)
      } finally {
        await empty.cleanUp()
      }
    })

    test('the head is the position of the last append', async () => {
      const stream = freshStream()
      const first = await log().append(stream, NO_STREAM, someEvents(2))
      expect(await log().head()).toBe(first.position)
      const second = await log().append(stream, 1, [anEvent()])
      expect(await log().head()).toBe(second.position)
      expect(second.position).toBeGreaterThan(first.position)
    })

    test('a conflict does not move the head', async () => {
      const { position } = await log().append(freshStream(), NO_STREAM, [anEvent()])
      await log()
        .append(freshStream(), 3, [anEvent()])
        .catch(() => undefined)
      expect(await log().head()).toBe(position)
    })

    test('a follower from 0 sees the log from its first event', async () => {
      const own = await openEmpty()
      try {
        const [one, other] = [someEvents(3), someEvents(2)]
        await own.log.append('wallet-one', NO_STREAM, one)
        await own.log.append('wallet-other', NO_STREAM, other)
        const seen = await followCount(own.log, 0, 5)
        expect(seen.map(asGiven)).toEqual([...one, ...other])
        if (can.gaplessPositions) expect(seen.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
      } finally {
        await own.cleanUp()
      }
    })

    test('a follower gets the very events that reading their streams gets', async () => {
      const start = await log().head()
      const streams = [freshStream(), freshStream(), freshStream()]
      for (const stream of streams) await log().append(stream, NO_STREAM, someEvents(2))
      const seen = await followCount(log(), start, 6)
      const read = await Promise.all(streams.map((stream) => log().read(stream)))
      expect(seen).toEqual(read.flat())
    })

    test('a follower from any position sees exactly what comes after it', async () => {
      const start = await log().head()
      await log().append(freshStream(), NO_STREAM, someEvents(4))
      await log().append(freshStream(), NO_STREAM, someEvents(4))
      const all = await followCount(log(), start, 8)
      for (const [index, { position }] of all.entries()) {
        if (index === all.length - 1) continue
        expect(await followCount(log(), position, all.length - 1 - index)).toEqual(all.slice(index + 1))
      }
    })

    test('a follower from the head sees only what is appended later', async () => {
      const stream = freshStream()
      await log().append(stream, NO_STREAM, someEvents(3))
      const { stop, batches } = follower(log(), await log().head())
      const next = batches.next()
      const later = anEvent()
      await log().append(stream, 2, [later])
      expect((await next).value.map(asGiven)).toEqual([later])
      stop.abort()
      expect(await batches.next()).toMatchObject({ done: true })
    })

    test('a follower that waits gets each append as it comes', async () => {
      const stream = freshStream()
      const { stop, batches } = follower(log(), await log().head())
      for (let revision = NO_STREAM; revision < 20; revision += 1) {
        const event = anEvent()
        const next = batches.next()
        await log().append(stream, revision, [event])
        expect((await next).value.map(asGiven)).toEqual([event])
      }
      stop.abort()
      await batches.next()
    })

    test('a follower goes through thousands of events in order', async () => {
      const start = await log().head()
      const stream = freshStream()
      const events = someEvents(3500)
      for (let from = 0; from < events.length; from += 500) {
        await log().append(stream, from - 1, events.slice(from, from + 500))
      }
      const seen = await followCount(log(), start, events.length)
      expect(seen.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
    })

    test('a batch is never empty', async () => {
      const start = await log().head()
      await log().append(freshStream(), NO_STREAM, someEvents(1000))
      const { stop, batches } = follower(log(), start)
      let count = 0
      while (count < 1001) {
        if (count === 1000) void log().append(freshStream(), NO_STREAM, [anEvent()])
        const { value } = await batches.next()
        expect(value.length).toBeGreaterThan(0)
        count += value.length
      }
      stop.abort()
      await batches.next()
    })

    test('two followers see the same, each at its own pace', async () => {
      const start = await log().head()
      const stream = freshStream()
      const both = [followCount(log(), start, 30), followCount(log(), start, 10)]
      for (let revision = NO_STREAM; revision < 29; revision += 1) await log().append(stream, revision, [anEvent()])
      const [long = [], short = []] = await Promise.all(both)
      expect(long.map(({ revision }) => revision)).toEqual(Array.from({ length: 30 }, (_, n) => n))
      expect(short).toEqual(long.slice(0, short.length))
    })

    test('a second log on the same storage follows what the first appends', async () => {
      const second = await reopen()
      try {
        const stream = freshStream()
        const { stop, batches } = follower(second, await log().head())
        for (let revision = NO_STREAM; revision < 9; revision += 1) {
          const next = batches.next()
          const event = anEvent()
          await log().append(stream, revision, [event])
          expect((await next).value.map(asGiven)).toEqual([event])
        }
        stop.abort()
        await batches.next()
      } finally {
        await second.close()
      }
    })

    test('an abort ends a follower that waits, without an error', async () => {
      const { stop, batches } = follower(log(), await log().head())
      const next = batches.next()
      // By now it has looked, found nothing, and waits.
      for (let look = 0; look < 5; look += 1) await log().head()
      stop.abort()
      expect(await next).toEqual({ done: true, value: undefined })
    })

    test('an abort at the very start ends a follower, without an error', async () => {
      const { stop, batches } = follower(log(), await log().head())
      const next = batches.next()
      stop.abort()
      expect(await next).toEqual({ done: true, value: undefined })
    })

    test('an abort between batches ends a follower although there is more', async () => {
      const start = await log().head()
      await log().append(freshStream(), NO_STREAM, someEvents(1000))
      await log().append(freshStream(), NO_STREAM, someEvents(1000))
      await log().append(freshStream(), NO_STREAM, someEvents(1000))
      const stop = new AbortController()
      const seen: StoredEvent[] = []
      for await (const batch of log().follow(start, stop.signal)) {
        seen.push(...batch)
        stop.abort()
      }
      expect(seen.length).toBeGreaterThan(0)
      expect(seen.length).toBeLessThan(3000)
    })

    test('a follower of an aborted signal ends at once', async () => {
      const seen: StoredEvent[] = []
      for await (const batch of log().follow(0, AbortSignal.abort())) seen.push(...batch)
      expect(seen).toEqual([])
    })

    test('a consumer that leaves the loop leaves the log usable', async () => {
      const start = await log().head()
      await log().append(freshStream(), NO_STREAM, someEvents(1500))
      for await (const batch of log().follow(start, new AbortController().signal)) {
        expect(batch.length).toBeGreaterThan(0)
        break
      }
      expect(await followCount(log(), start, 1500)).toHaveLength(1500)
    })

    test('an error of the consumer ends the following and reaches the caller', async () => {
      const start = await log().head()
      await log().append(freshStream(), NO_STREAM, [anEvent()])
      const failing = followUntil(log(), start, () => {
        throw new Error('the projection broke')
      })
      await expect(failing).rejects.toThrow('the projection broke')
    })

    test.each([-1, 1.5, Number.NaN])('%s is not a position to follow from', async (position) => {
      await expect(followCount(log(), position, 1)).rejects.toThrow(RangeError)
    })
  })
}
