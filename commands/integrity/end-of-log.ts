import type pg from 'pg'
import { EndOfLogWrong, type EventLog, LogGap, type Position } from '#commands/log/event-log.ts'
import { findHeadAhead } from '#commands/log/postgres/head-time.ts'
import { lostGuards } from '#commands/log/postgres/log-schema.ts'
import { HEAD_POSITION, readableNumber } from '#commands/log/postgres/rows.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { lessThanSaid, moreThanSaid, nothingUntil } from '#commands/log/verify/log-ends.ts'
import type { Integrity } from './integrity.ts'
import { ReadOnly } from './read-only.ts'

/**
 * Whether the log in Postgres ends where it says that it does: in a moment, by one look at its head row and its last. A number
 * that no process could read is said as the nearest that one can. A log whose tables belong to whoever asks, the app, is held by
 * nothing any more: what of its guards is gone is told then too.
 */
export async function lookAtEnd(pool: Pick<pg.Pool, 'query'>): Promise<readonly Difference[]> {
  const { rows } = await pool.query<{ head: Position; last: Position; isOwn: boolean }>(
    `select coalesce((select ${HEAD_POSITION} from public.event_log_head), 0) as head,
            ${readableNumber('coalesce((select max(position) from public.event_log), 0)')} as last,
            exists (select from pg_class where oid in ('public.event_log'::regclass, 'public.event_log_head'::regclass)
                       and pg_has_role(relowner, 'member')) as "isOwn"`,
  )
  const [{ head, last, isOwn } = { head: 0, last: 0, isOwn: false }] = rows
  const lost = [...(await findHeadAhead(pool)), ...(isOwn ? await lostGuards(pool) : [])]
  if (last > head) return [moreThanSaid(Number(head), Number(last)), ...lost]
  return last < head ? [lessThanSaid(Number(head), Number(last)), ...lost] : lost
}

/**
 * A log whose wrong end, or a gap, is found as soon as somebody writes to it or follows it: closes the portal then, and does not
 * go on to fail.
 */
export function tellingItsEnd(
  log: EventLog,
  { look, integrity }: { readonly look: () => Promise<void>; readonly integrity: Pick<Integrity, 'found' | 'open'> },
): EventLog {
  return {
    ...log,
    async append(...append) {
      try {
        return await log.append(...append)
      } catch (error) {
        if (!(error instanceof EndOfLogWrong)) throw error
        await look()
        throw integrity.open().length > 0 ? new ReadOnly() : error
      }
    },
    async *follow(after: Position, signal: AbortSignal) {
      try {
        yield* log.follow(after, signal)
      } catch (error) {
        if (error instanceof LogGap && error.met > error.expected)
          await integrity.found([nothingUntil(error.expected, error.met)], 'reader')
        throw error
      }
    },
  }
}
