import { setTimeout as pause } from 'node:timers/promises'
import { learnKeys } from '#commands/log/event-hash.ts'
import type { LiveEventKeys } from '#commands/log/event-mac.ts'
import { readableOf, type StoredRows } from '#commands/log/verify-rows.ts'

/** So many events are taken at a time: some milliseconds, in which nobody else in this process gets a turn. */
const AT_ONCE = 100

type Pace = {
  /** Of one core: a tenth is 0.1. */
  readonly share: number
  readonly eventKeys: LiveEventKeys
  readonly signal: AbortSignal
}

/**
 * Rows that give whoever walks them no more than a share of one core: after each few of them the process is left to the
 * others for as much longer as the walker was at work. `eventKeys` know by then under what the events were written. Throws
 * when the signal aborts.
 */
export function pacedRows(rows: StoredRows, { share, eventKeys, signal }: Pace): StoredRows {
  async function* paced<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<readonly T[]> {
    for await (const page of pages) {
      for (let from = 0; from < page.length; from += AT_ONCE) {
        const begun = performance.now()
        yield page.slice(from, from + AT_ONCE)
        const worked = performance.now() - begun
        await pause(worked / share - worked, undefined, { signal })
      }
    }
  }
  async function* learning(pages: ReturnType<StoredRows['pages']>) {
    for await (const page of pages) {
      await learnKeys(eventKeys, readableOf(page))
      yield page
    }
  }

  return {
    ...rows,
    pages: (...stretch) => paced(learning(rows.pages(...stretch))),
    byStream: (head) => paced(rows.byStream(head)),
  }
}
