import { checkPosition } from './append-check.ts'
import type { EventLog, Position, StoredEvent } from './event-log.ts'
import { unlessAborted } from './unless-aborted.ts'

/** How many events stay in reach for followers who are a little behind the others. */
const KEPT = 2_000

/** The end of the log, read once for all who follow it there; reads on when somebody has had everything. */
type Feed = {
  /** After which position everything that was read is still here. */
  start(): Position
  /** The batch that goes on from a position at or after `start`; undefined when that was all so far. */
  after(last: Position): readonly StoredEvent[] | undefined
  /** Until there is more; false when the log was closed. */
  more(): Promise<boolean>
  end(): void
}

/**
 * A log that is read once, however many follow it in this process (architecture.md, Read models). Whoever is behind the
 * others reads for himself until he has reached them. What is kept is as stored: each decodes it for himself, so that
 * nothing is kept in clear of somebody who is erased meanwhile.
 */
export function withOneFeed(log: EventLog): EventLog {
  const closing = new AbortController()
  let feed: Promise<Feed> | undefined
  let followers = 0

  const begin = (): Promise<Feed> => {
    const begun = log.head().then((head) => createFeed(log, head))
    begun.catch(() => letGo(begun))
    return begun
  }
  const letGo = (ended: Promise<Feed>) => {
    if (feed === ended) feed = undefined
    ended.then(
      (one) => one.end(),
      () => undefined,
    )
  }

  async function* follow(after: Position, stop: AbortSignal): AsyncGenerator<readonly StoredEvent[]> {
    if (closing.signal.aborted) return yield* log.follow(after, stop) // which says so
    checkPosition(after)
    const signal = AbortSignal.any([stop, closing.signal])
    followers += 1
    let last = after
    try {
      while (!signal.aborted) {
        const begun = (feed ??= begin())
        const current = await unlessAborted(begun, signal)
        if (current === undefined) return
        if (last < current.start()) {
          for await (const batch of upTo(current, last, signal)) {
            yield batch
            last = batch.at(-1)?.position ?? last
          }
          if (last < current.start()) return // aborted, or the log was closed
          continue // in the feed of now, which may be another one
        }
        const batch = current.after(last)
        if (batch !== undefined) {
          yield batch
          last = batch.at(-1)?.position ?? last
          continue
        }
        try {
          const hasMore = await unlessAborted(current.more(), signal)
          // One that broke for the others while he was at work gives nothing any more; one of a closed log neither.
          if (hasMore !== true && feed === begun) return
        } catch (error) {
          letGo(begun)
          throw error
        }
      }
    } finally {
      followers -= 1
      if (followers === 0 && feed !== undefined) letGo(feed)
    }
  }

  /** Reads alone, until what comes next is in the feed. */
  async function* upTo(feed: Feed, after: Position, signal: AbortSignal): AsyncGenerator<readonly StoredEvent[]> {
    const reached = new AbortController()
    try {
      for await (const batch of log.follow(after, AbortSignal.any([signal, reached.signal]))) {
        yield batch
        if ((batch.at(-1)?.position ?? after) >= feed.start()) return
      }
    } finally {
      reached.abort()
    }
  }

  return {
    ...log,
    follow,
    async close() {
      closing.abort()
      await log.close()
    },
  }
}

function createFeed(log: EventLog, head: Position): Feed {
  const ended = new AbortController()
  const reader = log.follow(head, ended.signal)[Symbol.asyncIterator]()
  const batches: { readonly after: Position; readonly events: readonly StoredEvent[] }[] = []
  let [start, end] = [head, head]
  let kept = 0
  let reading: Promise<boolean> | undefined

  const read = async (): Promise<boolean> => {
    const { done, value: events } = await reader.next()
    if (done === true) return false
    batches.push({ after: end, events })
    end = events.at(-1)?.position ?? end
    kept += events.length
    while (batches.length > 1 && kept - (batches[0]?.events.length ?? 0) >= KEPT) {
      kept -= batches.shift()?.events.length ?? 0
      start = batches[0]?.after ?? start
    }
    return true
  }

  return {
    start: () => start,
    after(last) {
      if (last >= end) return undefined
      const batch = batches.findLast(({ after }) => after <= last)
      if (batch === undefined || batch.after === last) return batch?.events
      return batch.events.filter(({ position }) => position > last)
    },
    more() {
      reading ??= read().finally(() => (reading = undefined))
      reading.catch(() => undefined) // met by whoever waits
      return reading
    },
    end: () => ended.abort(),
  }
}
