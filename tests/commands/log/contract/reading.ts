import { describe, expect, test } from 'vitest'
import { NO_STREAM } from '#commands/log/event-log.ts'
import { anEvent, asGiven, freshStream, someEvents } from '#tests/support/stored-events.ts'
import type { ContractContext } from './context.ts'

/** One stream read in order, from any revision. */
export function reading({ log }: ContractContext): void {
  describe('reading', () => {
    test('a stream that does not exist reads as empty', async () => {
      expect(await log().read(freshStream())).toEqual([])
    })

    test('a stream reads back what was appended, in order, with its places', async () => {
      const stream = freshStream()
      const events = someEvents(5)
      await log().append(stream, NO_STREAM, events.slice(0, 2))
      await log().append(stream, 1, events.slice(2))
      const stored = await log().read(stream)
      expect(stored.map(asGiven)).toEqual(events)
      expect(stored.map((event) => event.revision)).toEqual([0, 1, 2, 3, 4])
      expect(new Set(stored.map((event) => event.stream))).toEqual(new Set([stream]))
    })

    test('a stream reads from a revision on, that one included', async () => {
      const stream = freshStream()
      const events = someEvents(6)
      await log().append(stream, NO_STREAM, events)
      expect((await log().read(stream, 4)).map(asGiven)).toEqual(events.slice(4))
      expect((await log().read(stream, 2, 3)).map(asGiven)).toEqual(events.slice(2, 5))
      expect((await log().read(stream, 5, 3)).map(asGiven)).toEqual(events.slice(5))
    })

    test('a stream reads as empty beyond its end', async () => {
      const stream = freshStream()
      await log().append(stream, NO_STREAM, someEvents(2))
      expect(await log().read(stream, 2)).toEqual([])
      expect(await log().read(stream, 1000)).toEqual([])
    })

    test('a stream of more than two thousand events reads whole', async () => {
      const stream = freshStream()
      await log().append(stream, NO_STREAM, someEvents(1300))
      await log().append(stream, 1299, someEvents(1300))
      expect((await log().read(stream)).map(({ revision }) => revision)).toEqual(
        Array.from({ length: 2600 }, (_, n) => n),
      )
    })

    test('a stream whose name begins with the name of another is another stream', async () => {
      const stream = freshStream()
      await log().append(stream, NO_STREAM, [anEvent()])
      await log().append(`${stream}1`, NO_STREAM, someEvents(2))
      expect(await log().read(stream)).toHaveLength(1)
    })
  })
}
