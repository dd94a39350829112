import type pg from 'pg'
import type { EventLog } from '#commands/log/event-log.ts'
import { StartRefused } from '#commands/log/start-refused.ts'

/** The database knows more, or another log, than the one it was opened with. */
class OtherLog extends StartRefused {
  constructor(message: string) {
    super(
      `${message}: this database belongs to another log. Set EVENTSTORE_URL and DATABASE_URL to the two that belong together.`,
    )
    this.name = 'OtherLog'
  }
}

/**
 * Throws `OtherLog` when read models are ahead of the log, or when the log is elsewhere although this database holds
 * one with events: going on would mix the money of two logs. Needs the tables of both.
 */
export async function mustBelongToLog(pool: pg.Pool, log: Pick<EventLog, 'head'>, isElsewhere: boolean): Promise<void> {
  // The checkpoints first: the log may only be further by the time it is asked.
  const { rows } = await pool.query<{ reached: string | number | null; held: string | number }>(
    'select (select max(position) from read_model) as reached, (select position from event_log_head) as held',
  )
  const [{ reached, held } = { reached: null, held: 0 }] = rows
  if (isElsewhere && Number(held) > 0) throw new OtherLog(`Postgres holds a log of ${held} events of its own`)
  const head = await log.head()
  if (Number(reached ?? 0) > head) throw new OtherLog(`Read models have come to ${reached}, the log ends at ${head}`)
}
