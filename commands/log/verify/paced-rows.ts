import { learnKeys } from '#commands/log/event-hash.ts'
import type { LiveEventKeys } from '#commands/log/event-mac.ts'
import { type Pace, paced } from './pace.ts'
import { readableOf, type StoredRows } from './rows.ts'

/**
 * Rows that are walked at a pace. `eventKeys` know by then under what the events were written, also those of a key that was
 * taken into use since.
 */
export function pacedRows(rows: StoredRows, pace: Pace, eventKeys: LiveEventKeys): StoredRows {
  async function* learning(pages: ReturnType<StoredRows['pages']>) {
    for await (const page of pages) {
      await learnKeys(eventKeys, readableOf(page))
      yield page
    }
  }

  return {
    ...rows,
    pages: (...stretch) => paced(learning(rows.pages(...stretch)), pace),
    byStream: (head) => paced(rows.byStream(head), pace),
  }
}
