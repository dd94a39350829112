import { type Codes, CounterWrong } from '#commands/codes.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { CODES } from './for-now.ts'
import type { Integrity } from './integrity.ts'
import { ReadOnly } from './read-only.ts'

/**
 * Codes of which a counter that stands where nothing has brought it closes the portal, as the night's check would: what an
 * operator decides puts it right. Throws ReadOnly then.
 */
export function tellingCounters(
  codes: Codes,
  { eventLog, integrity }: { readonly eventLog: Pick<EventLog, 'head'>; readonly integrity: Pick<Integrity, 'found'> },
): Codes {
  return {
    ...codes,
    async next(kind, year) {
      try {
        return await codes.next(kind, year)
      } catch (error) {
        if (!(error instanceof CounterWrong)) throw error
        const { counter: key, expected, found } = error
        const row = { table: 'short_code', key, column: 'next' }
        await integrity.found([{ position: await eventLog.head(), row, check: CODES, expected, found }], 'reader')
        throw new ReadOnly()
      }
    },
  }
}
