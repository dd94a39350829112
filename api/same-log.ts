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

/** The log is the right one, and read models stand where it has nothing: only building them again helps. */
class ModelsBeyondLog extends StartRefused {
  constructor(names: readonly string[], head: number) {
    super(
      `The log ends at ${head}, and these read models stand beyond it: ${names.join(', ')}. ` +
        `Build them again from the log: npm run rebuild -- ${names.join(' ')}`,
    )
    this.name = 'ModelsBeyondLog'
  }
}

/**
 * Throws `OtherLog` when read models are ahead of the log, or when the log is elsewhere although this database holds
 * one with events: going on would mix the money of two logs. A log in the database itself is its own, and one elsewhere
 * is, where a read model stands within it: then it is `ModelsBeyondLog`, but for those of `built`, which are about to be
 * built from the first event. Needs the tables of both.
 */
export async function mustBelongToLog(
  pool: pg.Pool,
  log: Pick<EventLog, 'head'>,
  isElsewhere: boolean,
  built: readonly string[] = [],
): Promise<void> {
  // The checkpoints first: the log may only be further by the time it is asked.
  const models = await pool.query<{ name: string; position: string | number }>(
    'select name, position from read_model order by name',
  )
  const { rows } = await pool.query<{ held: string | number }>('select position as held from event_log_head')
  const held = Number(rows[0]?.held ?? 0)
  if (isElsewhere && held > 0) throw new OtherLog(`Postgres holds a log of ${held} events of its own`)
  const head = await log.head()
  const standing = models.rows.map(({ name, position }) => ({ name, position: Number(position) }))
  const beyond = standing.filter(({ position }) => position > head)
  if (beyond.length === 0) return
  const isOwn = !isElsewhere || standing.some(({ position }) => position > 0 && position <= head)
  const reached = Math.max(...beyond.map(({ position }) => position))
  if (!isOwn) throw new OtherLog(`Read models have come to ${reached}, the log ends at ${head}`)
  const left = beyond.map(({ name }) => name).filter((name) => !built.includes(name))
  if (left.length > 0) throw new ModelsBeyondLog(left, head)
}
