import type pg from 'pg'
import type { EventLog } from './event-log.ts'

type Asked = {
  readonly pool: Pick<pg.Pool, 'query'>
  readonly eventLog: Pick<EventLog, 'head'>
  /** Whether the log is in Postgres: of one elsewhere nobody says when it began. */
  readonly isHere: boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * When a log began, in milliseconds since 1970: now while nothing is in it, and 0 where that is not known. Nobody with the
 * app's rights alone makes it younger than it is.
 */
export function createBeganAt({ pool, eventLog, isHere, now }: Asked): () => Promise<number> {
  let known: number | undefined
  return async () => {
    if (known !== undefined) return known
    if ((await eventLog.head()) === 0) return now()
    if (!isHere) return 0
    const { rows } = await pool.query<{ at: number }>(
      `select floor(extract(epoch from recorded_at) * 1000)::float8 as at from event_log order by position limit 1`,
    )
    return (known = rows[0]?.at ?? now())
  }
}
