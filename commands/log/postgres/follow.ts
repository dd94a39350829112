import { setTimeout as delay } from 'node:timers/promises'
import { LogGap, type Position, type StoredEvent } from '#commands/log/event-log.ts'
import type { LogSignal } from '#commands/log/log-signal.ts'
import { isPassing } from './connection.ts'
import { unlessAborted } from '#commands/log/unless-aborted.ts'

/** How many events one read takes. */
export const PAGE = 1_000
/** How often a follower looks although nothing woke it: other processes' notifications may be lost with a connection. */
const LOOK_EVERY = 500
const RECONNECT_AFTER = 100

/** What one read took; `isAll`: there was nothing behind it. */
export type Taken = { readonly events: readonly StoredEvent[]; readonly isAll: boolean }
type Page = Taken & { readonly ticks: number }

/** Follows by pages in order of position; goes on from its last position when the connection is cut. */
export async function* followPages(
  readPage: (after: Position) => Promise<Taken>,
  wakeUp: LogSignal,
  after: Position,
  stop: AbortSignal,
): AsyncGenerator<readonly StoredEvent[]> {
  const fetch = async (last: Position): Promise<Page | undefined> => {
    while (!stop.aborted) {
      const ticks = wakeUp.ticks()
      try {
        return { ticks, ...(await readPage(last)) }
      } catch (error) {
        if (!isPassing(error)) throw error
        await delay(RECONNECT_AFTER, undefined, { signal: stop }).catch(() => undefined)
      }
    }
    return undefined
  }

  let last = after
  let ahead: Promise<Page | undefined> | undefined
  while (!stop.aborted) {
    const page = await unlessAborted(ahead ?? fetch(last), stop)
    ahead = undefined
    if (page === undefined) return
    for (const [index, { position }] of page.events.entries()) {
      if (position !== last + 1) {
        // What is before it is there, for whoever then goes past it.
        if (index > 0) yield page.events.slice(0, index)
        throw new LogGap(last + 1, position)
      }
      last = position
    }
    if (page.events.length === PAGE) {
      // Read the next page while the consumer works on this one; an error in it is met when its turn comes.
      ahead = fetch(last)
      ahead.catch(() => undefined)
    }
    if (page.events.length > 0) yield page.events
    // What came since it was asked for has woken by then: there is no page behind it to look at.
    if (page.isAll) await wakeUp.after(page.ticks, stop, LOOK_EVERY)
  }
}
