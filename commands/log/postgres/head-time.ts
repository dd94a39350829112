import type pg from 'pg'
import type { Position } from '#commands/log/event-log.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { recordedLater } from '#commands/log/verify/log-ends.ts'
import { readableNumber } from './rows.ts'

/**
 * What does not hold when the head row says a time to come at which no event was recorded: nothing is written from it (log-schema.ts).
 * That the clock was ahead when the last event was recorded, and is right by now, is no difference: health says it.
 */
export async function findHeadAhead(client: Pick<pg.Pool, 'query'>): Promise<readonly Difference[]> {
  const { rows } = await client.query<{ head: Position; said: string; recorded: string | null }>(
    `select ${readableNumber('h.position')} as head, (h.recorded_at at time zone 'UTC')::text as said,
            (l.recorded_at at time zone 'UTC')::text as recorded
       from public.event_log_head h left join public.event_log l on l.position = h.position
      where h.recorded_at > clock_timestamp() + interval '1 minute' and l.recorded_at is distinct from h.recorded_at`,
  )
  return rows.map(({ head, said, recorded }) => recordedLater(Number(head), said, recorded ?? undefined))
}
