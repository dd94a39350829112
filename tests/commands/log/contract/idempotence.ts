import { describe, expect, test } from 'vitest'
import { EventIdReused, NO_STREAM, RevisionConflict } from '#commands/log/event-log.ts'
import { anEvent, asGiven, followCount, freshStream, someEvents } from '#tests/support/stored-events.ts'
import type { ContractContext } from './context.ts'

/** The same events again are acknowledged, never doubled; the same id for anything else is a bug and says so. */
export function idempotence({ log, reopen, can }: ContractContext): void {
  describe('idempotence', () => {
    test('the same append again is acknowledged with the same answer and stored once', async () => {
      const stream = freshStream()
      const event = anEvent()
      const first = await log().append(stream, NO_STREAM, [event])
      expect(await log().append(stream, NO_STREAM, [event])).toEqual(first)
      expect((await log().read(stream)).map(asGiven)).toEqual([event])
    })

    test('the same append again is acknowledged although the stream went on', async () => {
      const stream = freshStream()
      const events = someEvents(4)
      await log().append(stream, NO_STREAM, events.slice(0, 1))
      const second = await log().append(stream, 0, events.slice(1, 2))
      await log().append(stream, 1, events.slice(2))
      expect(await log().append(stream, 0, events.slice(1, 2))).toEqual(second)
      expect((await log().read(stream)).map(asGiven)).toEqual(events)
    })

    test('an append of several events again is acknowledged with the place of the last', async () => {
      const stream = freshStream()
      const events = someEvents(5)
      const first = await log().append(stream, NO_STREAM, events)
      await log().append(stream, 4, [anEvent()])
      expect(await log().append(stream, NO_STREAM, events)).toEqual(first)
      expect(await log().read(stream)).toHaveLength(6)
    })

    test('the same append sent ten times at once is stored once and all get the same answer', async () => {
      const stream = freshStream()
      const events = someEvents(3)
      const answers = await Promise.all(Array.from({ length: 10 }, () => log().append(stream, NO_STREAM, events)))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect((await log().read(stream)).map(asGiven)).toEqual(events)
    })

    test('a follower sees an event once although it was sent three times', async () => {
      const stream = freshStream()
      const start = await log().head()
      const [event, marker] = [anEvent(), anEvent()]
      for (let time = 0; time < 3; time += 1) await log().append(stream, NO_STREAM, [event])
      await log().append(stream, 0, [marker])
      const seen = await followCount(log(), start, 2)
      expect(seen.map(({ id }) => id)).toEqual([event.id, marker.id])
    })

    test('a known event followed by a new one is not the same append, and writes nothing', async () => {
      const stream = freshStream()
      const event = anEvent()
      await log().append(stream, NO_STREAM, [event])
      await expect(log().append(stream, NO_STREAM, [event, anEvent()])).rejects.toThrow(RevisionConflict)
      expect(await log().read(stream)).toHaveLength(1)
    })

    test('other events on a revision that is taken are a conflict, whatever they hold', async () => {
      const stream = freshStream()
      const event = anEvent()
      await log().append(stream, NO_STREAM, [event])
      await expect(log().append(stream, NO_STREAM, [{ ...event, id: anEvent().id }])).rejects.toThrow(RevisionConflict)
    })

    test.each([{ data: '{"amount":101}' }, { type: 'SomethingElseHappened' }])(
      'a known id with other content is refused: %o',
      async (other) => {
        const stream = freshStream()
        const event = anEvent()
        await log().append(stream, NO_STREAM, [event])
        const refusal = await log()
          .append(stream, NO_STREAM, [{ ...event, ...other }])
          .catch((error: unknown) => error)
        expect(refusal).toBeInstanceOf(EventIdReused)
        expect(refusal).toMatchObject({ id: event.id })
        expect((await log().read(stream)).map(asGiven)).toEqual([event])
      },
    )

    test('a known id with other metadata is the same event; the first metadata stays', async () => {
      const stream = freshStream()
      const event = anEvent()
      const first = await log().append(stream, NO_STREAM, [event])
      expect(await log().append(stream, NO_STREAM, [{ ...event, meta: '{"actor":"retry"}' }])).toEqual(first)
      expect((await log().read(stream)).map(asGiven)).toEqual([event])
    })

    test('an append is answered with the metadata that are stored, whoever sends it again, and with what', async () => {
      const stream = freshStream()
      const events = someEvents(3).map((event, n) => ({ ...event, meta: `{"actor":"first","number":${n}}` }))
      const again = events.map((event) => ({ ...event, meta: '{"actor":"again"}' }))
      const first = await log().append(stream, NO_STREAM, events)
      expect(first.meta).toBe(events[2]?.meta)
      const next = await log().append(stream, 2, [anEvent()])
      expect(next.meta).toBe('{"actor":"tester"}')
      const second = await reopen()
      try {
        // Alone, and in a group of which others are new.
        const others = Array.from({ length: 3 }, () => second.append(freshStream(), NO_STREAM, [anEvent()]))
        expect(await second.append(stream, NO_STREAM, again)).toEqual(first)
        expect(await log().append(stream, NO_STREAM, again)).toEqual(first)
        for (const other of others) expect(await other).toMatchObject({ meta: '{"actor":"tester"}' })
      } finally {
        await second.close()
      }
    })

    test('of two logs that append the same events at once both get the metadata that were stored', async () => {
      const second = await reopen()
      try {
        const stream = freshStream()
        for (let revision = NO_STREAM; revision < 20; revision += 1) {
          const event = anEvent()
          const both = await Promise.all([
            log().append(stream, revision, [{ ...event, meta: '{"actor":"one"}' }]),
            second.append(stream, revision, [{ ...event, meta: '{"actor":"two"}' }]),
          ])
          const [stored] = await log().read(stream, revision + 1)
          for (const { meta } of both) expect(meta).toBe(stored?.meta)
        }
      } finally {
        await second.close()
      }
    })

    test('a known id at another place of its stream is refused', async () => {
      const stream = freshStream()
      const event = anEvent()
      await log().append(stream, NO_STREAM, [event])
      await expect(log().append(stream, 0, [event])).rejects.toThrow(EventIdReused)
      expect(await log().read(stream)).toHaveLength(1)
    })

    test('one id twice in one append is refused and writes nothing', async () => {
      const stream = freshStream()
      const event = anEvent()
      await expect(log().append(stream, NO_STREAM, [event, event])).rejects.toThrow(EventIdReused)
      expect(await log().read(stream)).toEqual([])
    })

    test.runIf(can.idsUniqueInLog)('a known id on another stream is refused', async () => {
      const [one, other] = [freshStream(), freshStream()]
      const event = anEvent()
      await log().append(one, NO_STREAM, [event])
      await expect(log().append(other, NO_STREAM, [event])).rejects.toThrow(EventIdReused)
      await expect(log().append(other, NO_STREAM, [anEvent(), event])).rejects.toThrow(EventIdReused)
      expect(await log().read(other)).toEqual([])
    })
  })
}
