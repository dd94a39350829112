import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import type { StoredEvent } from '#commands/log/event-log.ts'
import { createLogSignal } from '#commands/log/log-signal.ts'
import { followPages } from '#commands/log/postgres/follow.ts'
import { openPostgresLog } from './storage.ts'

const event = (): Omit<StoredEvent, 'position' | 'stream' | 'revision' | 'recordedAt'> => ({
  ...{ id: randomUUID(), type: 'Happened', data: '{}', meta: '{}' },
})

test('an append of its own is read once, and nothing is looked for behind it', async () => {
  const { log, cleanUp } = await openPostgresLog()
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const [stop, appends] = [new AbortController(), 100]
  try {
    const feed = log.follow(0, stop.signal)[Symbol.asyncIterator]()
    await log.append('stream', -1, [event()])
    await feed.next()
    asked.mockClear()
    const from = performance.now()
    for (let revision = 0; revision < appends; revision += 1) {
      const next = feed.next()
      await log.append('stream', revision, [event()])
      await next
    }
    // It looks by itself every half second, and may see then what it is told of a moment later. On a busy machine a word of
    // the database may come behind the next append's own: looked for once more. Two for each would be 200.
    const looks = Math.ceil((performance.now() - from) / 500) * 2 + appends / 4
    const pages = asked.mock.calls.filter(([query]) => Reflect.get(Object(query), 'name') === 'event_log_page')
    expect(pages.length).toBeLessThanOrEqual(appends + looks)
  } finally {
    stop.abort()
    asked.mockRestore()
    await cleanUp()
  }
})

test('a position that is told twice in a row is looked for once; any other, and none, each time', async () => {
  vi.useFakeTimers()
  try {
    const [signal, stop] = [createLogSignal(), new AbortController()]
    let reads = 0
    const readPage = async () => ((reads += 1), { events: [], isAll: true })
    const following = followPages(readPage, signal, 0, stop.signal).next()
    const readsAfter = async (...told: readonly (number | undefined)[]) => {
      const before = reads
      for (const position of told) {
        signal.wake(position)
        await vi.advanceTimersByTimeAsync(1)
      }
      return reads - before
    }
    await vi.advanceTimersByTimeAsync(1)
    expect(reads).toBe(1)
    expect(await readsAfter(7, 7)).toBe(1)
    expect(await readsAfter(7, 8, 8, 7)).toBe(2)
    expect(await readsAfter(Number.NaN, Number.NaN, undefined, undefined)).toBe(4)
    // A log that was put back to an earlier state goes on from there.
    expect(await readsAfter(Number.MAX_SAFE_INTEGER, 3)).toBe(2)
    stop.abort()
    await following
  } finally {
    vi.useRealTimers()
  }
})
