import { describe, expect, test } from 'vitest'
import { NO_STREAM, RevisionConflict, type EventLog, type StoredEvent } from '#commands/log/event-log.ts'
import { FaultyAnswer, faultyLog } from '#tests/support/faulty-log.ts'
import { anEvent, followCount, freshStream, someEvents } from '#tests/support/stored-events.ts'
import type { ContractContext } from './context.ts'

const WRITERS = 32
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

/** Appends one event where the stream ends, deciding again on every conflict, and repeating when the answer is lost. */
async function appendWithRetry(log: EventLog, stream: string, event = anEvent()) {
  let last = NO_STREAM
  for (;;) {
    try {
      return await log.append(stream, last, [event])
    } catch (error) {
      if (error instanceof FaultyAnswer) continue
      if (!(error instanceof RevisionConflict)) throw error
      const past = await log.read(stream, Math.max(0, last))
      last = past.at(-1)?.revision ?? NO_STREAM
    }
  }
}

/** Fails when an event is missing, doubled, or out of the order of its stream, or when positions are not as promised. */
export function expectWholeOrder(seen: readonly StoredEvent[], start: number, gapless: boolean): void {
  const next = new Map<string, number>()
  let last = start
  for (const { position, stream, revision } of seen) {
    if (gapless) expect(position).toBe(last + 1)
    else expect(position).toBeGreaterThan(last)
    expect([stream, revision]).toEqual([stream, next.get(stream) ?? 0])
    next.set(stream, revision + 1)
    last = position
  }
  const clock = seen.map(({ recordedAt }) => recordedAt)
  expect(clock).toEqual([...clock].sort())
}

/** Many writers at once: nothing lost, nothing doubled, one order. */
export function concurrency({ log, reopen, openEmpty, can }: ContractContext): void {
  describe('many writers at once', () => {
    test('of 32 that begin a stream at once exactly one wins', async () => {
      const stream = freshStream()
      const outcomes = await Promise.allSettled(times(WRITERS, () => log().append(stream, NO_STREAM, [anEvent()])))
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
      expect(refused).toHaveLength(WRITERS - 1)
      for (const { reason } of refused) expect(reason).toBeInstanceOf(RevisionConflict)
      expect(await log().read(stream)).toHaveLength(1)
    })

    test('appends to one stream that build on one another may be in progress together', async () => {
      const stream = freshStream()
      const answers = await Promise.all(times(20, (n) => log().append(stream, n - 1, [anEvent()])))
      expect(answers.map(({ revision }) => revision)).toEqual(times(20, (n) => n))
    })

    test('one conflict among many appends fails alone', async () => {
      const stale = freshStream()
      await log().append(stale, NO_STREAM, someEvents(2))
      const streams = times(WRITERS, (n) => (n === 7 ? stale : freshStream()))
      const outcomes = await Promise.allSettled(streams.map((stream) => log().append(stream, NO_STREAM, [anEvent()])))
      expect(outcomes.map(({ status }) => status)).toEqual(times(WRITERS, (n) => (n === 7 ? 'rejected' : 'fulfilled')))
    })

    test('one reused id among many appends fails alone', async () => {
      const used = anEvent()
      const home = freshStream()
      await log().append(home, NO_STREAM, [used])
      const calls = times(WRITERS, (n) =>
        n === 5
          ? log().append(home, NO_STREAM, [{ ...used, data: '{}' }])
          : log().append(freshStream(), NO_STREAM, [anEvent()]),
      )
      const outcomes = await Promise.allSettled(calls)
      expect(outcomes.map(({ status }) => status)).toEqual(times(WRITERS, (n) => (n === 5 ? 'rejected' : 'fulfilled')))
    })

    test('32 writers on one stream who decide again on each conflict all get their event in, once', async () => {
      const stream = freshStream()
      const events = times(WRITERS, () => anEvent())
      await Promise.all(events.map((event) => appendWithRetry(log(), stream, event)))
      const stored = await log().read(stream)
      expect(stored.map(({ revision }) => revision)).toEqual(times(events.length, (n) => n))
      expect(stored.map(({ id }) => id).sort()).toEqual(events.map(({ id }) => id).sort())
    })

    test('writers of two logs on the same storage never take the same revision', async () => {
      const second = await reopen()
      try {
        const stream = freshStream()
        await Promise.all(times(20, (n) => appendWithRetry(n % 2 === 0 ? log() : second, stream)))
        expect((await log().read(stream)).map(({ revision }) => revision)).toEqual(times(20, (n) => n))
      } finally {
        await second.close()
      }
    })

    test('answers that get lost and are asked for again leave each event once', async () => {
      const stream = freshStream()
      let calls = 0
      const lossy = faultyLog(log(), () => {
        calls += 1
        return calls % 3 === 0 ? 'lose answer' : calls % 7 === 0 ? 'fail before' : 'pass'
      })
      const events = times(40, () => anEvent())
      await Promise.all(
        times(8, async (w) => {
          for (const event of events.slice(w * 5, w * 5 + 5)) await appendWithRetry(lossy, stream, event)
        }),
      )
      expect((await log().read(stream)).map(({ id }) => id).sort()).toEqual(events.map(({ id }) => id).sort())
    })

    test('followers see every event, in order, while 32 writers write', async () => {
      const own = await openEmpty()
      try {
        const total = WRITERS * 20
        const followers = times(3, () => followCount(own.log, 0, total))
        await Promise.all(
          times(WRITERS, async (writer) => {
            for (let n = 0; n < 20; n += 1) await own.log.append(`wallet-${writer}`, n - 1, [anEvent()])
          }),
        )
        const [first = [], ...others] = await Promise.all(followers)
        expect(first).toHaveLength(total)
        expectWholeOrder(first, 0, can.gaplessPositions)
        for (const other of others) expect(other).toEqual(first)
      } finally {
        await own.cleanUp()
      }
    })

    test('conflicts and repeats leave no hole in the positions', async () => {
      const own = await openEmpty()
      try {
        const again = anEvent()
        await own.log.append('wallet-a', NO_STREAM, [again])
        await Promise.allSettled(
          times(60, (n) => {
            if (n % 3 === 0) return own.log.append('wallet-a', NO_STREAM, [again])
            if (n % 3 === 1) return own.log.append('wallet-a', 50, [anEvent()])
            return own.log.append(`wallet-${n}`, NO_STREAM, someEvents(2))
          }),
        )
        const seen = await followCount(own.log, 0, 41)
        expect(seen).toHaveLength(41)
        expectWholeOrder(seen, 0, can.gaplessPositions)
        expect(await own.log.head()).toBe(seen.at(-1)?.position)
      } finally {
        await own.cleanUp()
      }
    })
  })
}
