import { describe, expect, test } from 'vitest'
import { NO_STREAM, RevisionConflict } from '#commands/log/event-log.ts'
import { anEvent, followCount, freshStream, someEvents } from '#tests/support/stored-events.ts'
import type { ContractContext } from './context.ts'

/** Closing ends cleanly, and whoever opens the storage again finds everything. */
export function restarting({ openEmpty }: ContractContext): void {
  const closedAndReopened = async () => {
    const first = await openEmpty()
    const events = someEvents(3)
    const stream = freshStream()
    const appended = await first.log.append(stream, NO_STREAM, events)
    await first.log.close()
    return { first, second: await first.reopen(), events, stream, appended }
  }

  describe('restarting', () => {
    test('everything is there after closing and opening again', async () => {
      const { first, second, events, stream, appended } = await closedAndReopened()
      expect((await second.read(stream)).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
      expect(await second.head()).toBe(appended.position)
      expect(await followCount(second, 0, 3)).toEqual(await second.read(stream))
      await second.close()
      await first.cleanUp()
    })

    test('revisions, positions and ids go on where they were', async () => {
      const { first, second, events, stream, appended } = await closedAndReopened()
      await expect(second.append(stream, NO_STREAM, [anEvent()])).rejects.toThrow(RevisionConflict)
      expect(await second.append(stream, NO_STREAM, events)).toEqual(appended)
      const next = await second.append(stream, 2, [anEvent()])
      expect(next.revision).toBe(3)
      expect(next.position).toBeGreaterThan(appended.position)
      await second.close()
      await first.cleanUp()
    })

    test('a closed log takes and gives nothing', async () => {
      const { first, second, stream } = await closedAndReopened()
      await expect(first.log.append(stream, 2, [anEvent()])).rejects.toThrow(/closed/)
      await expect(first.log.read(stream)).rejects.toThrow(/closed/)
      await expect(first.log.head()).rejects.toThrow(/closed/)
      await expect(followCount(first.log, 0, 1)).rejects.toThrow(/closed/)
      expect(await second.read(stream)).toHaveLength(3)
      await second.close()
      await first.cleanUp()
    })

    test('appends in progress when the log is closed end first', async () => {
      const own = await openEmpty()
      const appends = Array.from({ length: 50 }, (_, n) => own.log.append(`wallet-${n}`, NO_STREAM, [anEvent()]))
      let answered = 0
      for (const append of appends) void append.then(() => (answered += 1))
      await own.log.close()
      expect(answered).toBe(50)
      const second = await own.reopen()
      expect(await followCount(second, 0, 50)).toHaveLength(50)
      await second.close()
      await own.cleanUp()
    })

    test('closing ends a follower that waits, without an error', async () => {
      const own = await openEmpty()
      await own.log.append('wallet-a', NO_STREAM, [anEvent()])
      const batches = own.log.follow(0, new AbortController().signal)[Symbol.asyncIterator]()
      await batches.next()
      const next = batches.next()
      await own.log.close()
      expect(await next).toMatchObject({ done: true })
      await own.cleanUp()
    })

    test('closing twice does no harm', async () => {
      const own = await openEmpty()
      await own.log.close()
      await own.log.close()
      await own.cleanUp()
    })
  })
}
