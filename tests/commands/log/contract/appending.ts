import { describe, expect, test } from 'vitest'
import { NO_STREAM, RevisionConflict } from '#commands/log/event-log.ts'
import { anEvent, freshStream, someEvents } from '#tests/support/stored-events.ts'
import type { ContractContext } from './context.ts'

/** Exact expected revisions, all or none. */
export function appending({ log }: ContractContext): void {
  describe('appending', () => {
    test('the first event of a stream has revision 0', async () => {
      const stream = freshStream()
      expect(await log().append(stream, NO_STREAM, [anEvent()])).toMatchObject({ revision: 0 })
      expect((await log().read(stream)).map((event) => event.revision)).toEqual([0])
    })

    test('an append on the last revision gets the next one', async () => {
      const stream = freshStream()
      await log().append(stream, NO_STREAM, [anEvent()])
      expect(await log().append(stream, 0, [anEvent()])).toMatchObject({ revision: 1 })
    })

    test('several events of one append get consecutive revisions, and the answer is the last', async () => {
      const stream = freshStream()
      const events = someEvents(3)
      const appended = await log().append(stream, NO_STREAM, events)
      const stored = await log().read(stream)
      expect(stored.map((event) => [event.id, event.revision])).toEqual(events.map(({ id }, index) => [id, index]))
      expect(appended).toEqual({ revision: 2, position: stored[2]?.position, meta: stored[2]?.meta })
    })

    test('an append on a revision that is passed is a conflict and writes nothing', async () => {
      const stream = freshStream()
      await log().append(stream, NO_STREAM, someEvents(3))
      await expect(log().append(stream, 1, [anEvent()])).rejects.toThrow(RevisionConflict)
      expect(await log().read(stream)).toHaveLength(3)
    })

    test('an append on a revision that is not reached yet is a conflict and writes nothing', async () => {
      const stream = freshStream()
      await log().append(stream, NO_STREAM, someEvents(2))
      await expect(log().append(stream, 2, [anEvent()])).rejects.toThrow(RevisionConflict)
      expect(await log().read(stream)).toHaveLength(2)
    })

    test('a stream that exists cannot be begun again', async () => {
      const stream = freshStream()
      await log().append(stream, NO_STREAM, [anEvent()])
      await expect(log().append(stream, NO_STREAM, [anEvent()])).rejects.toThrow(RevisionConflict)
      expect(await log().read(stream)).toHaveLength(1)
    })

    test('a stream that does not exist is at no revision', async () => {
      const stream = freshStream()
      await expect(log().append(stream, 0, [anEvent()])).rejects.toThrow(RevisionConflict)
      expect(await log().read(stream)).toEqual([])
    })

    test('a conflict names the stream and the revision that was expected', async () => {
      const stream = freshStream()
      const conflict = await log()
        .append(stream, 7, [anEvent()])
        .catch((error: unknown) => error)
      expect(conflict).toMatchObject({ name: 'RevisionConflict', stream, expected: 7 })
    })

    test('a log goes on after a conflict', async () => {
      const stream = freshStream()
      await log().append(stream, NO_STREAM, [anEvent()])
      await expect(log().append(stream, 5, [anEvent()])).rejects.toThrow(RevisionConflict)
      expect(await log().append(stream, 0, [anEvent()])).toMatchObject({ revision: 1 })
    })

    test('an append without events is refused', async () => {
      const stream = freshStream()
      await expect(log().append(stream, NO_STREAM, [])).rejects.toThrow(/no event/i)
    })

    test.each([-2, -4, 0.5, Number.NaN])('%s is not a revision that an append can be decided on', async (revision) => {
      const stream = freshStream()
      await expect(log().append(stream, revision, [anEvent()])).rejects.toThrow(RangeError)
      expect(await log().read(stream)).toEqual([])
    })

    test('an event id that is not a UUID is refused', async () => {
      const stream = freshStream()
      await expect(log().append(stream, NO_STREAM, [anEvent({ id: 'wallet-1' })])).rejects.toThrow(/UUID/)
      expect(await log().read(stream)).toEqual([])
    })

    test('a stream without a name is refused', async () => {
      await expect(log().append('', NO_STREAM, [anEvent()])).rejects.toThrow(RangeError)
    })

    test('streams do not share revisions', async () => {
      const [one, other] = [freshStream(), freshStream()]
      await log().append(one, NO_STREAM, someEvents(4))
      expect(await log().append(other, NO_STREAM, [anEvent()])).toMatchObject({ revision: 0 })
    })

    test('when one of several events cannot be stored none is', async () => {
      const stream = freshStream()
      const bad = [anEvent(), anEvent({ id: 'not-an-id' }), anEvent()]
      await expect(log().append(stream, NO_STREAM, bad)).rejects.toThrow(/UUID/)
      expect(await log().read(stream)).toEqual([])
      expect(await log().append(stream, NO_STREAM, [anEvent()])).toMatchObject({ revision: 0 })
    })

    test('a thousand events go in one append, in order', async () => {
      const stream = freshStream()
      const events = someEvents(1000)
      expect(await log().append(stream, NO_STREAM, events)).toMatchObject({ revision: 999 })
      expect((await log().read(stream)).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
    })
  })
}
