import { HEAD_POSITION } from '#commands/log/postgres/rows.ts'
import type pg from 'pg'
import type { Difference } from '#commands/log/verify/difference.ts'
import type { EventLog, Position } from '#commands/log/event-log.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { checkpointBeyond } from '#projections/comparable-models.ts'

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
      `The log ends at ${head}, but these read models are beyond it: ${names.join(', ')}. ` +
        `Build them again from the log: npm run rebuild -- ${names.join(' ')}`,
    )
    this.name = 'ModelsBeyondLog'
  }
}

/** Read models that stand where the log has nothing. */
export type Beyond = { readonly models: readonly string[]; readonly head: Position }

/**
 * The read models that stand beyond the end of the log, whose end is missing, or to whose checkpoints somebody wrote. Throws
 * `OtherLog` when the log is not this database's: going on would mix the money of two logs. A log in the database itself is
 * its own, and one elsewhere is, where a read model stands within it; none is where the database holds one with events, too.
 * Needs the tables of both.
 */
export async function modelsBeyond(pool: pg.Pool, log: Pick<EventLog, 'head'>, isElsewhere: boolean): Promise<Beyond> {
  // The checkpoints first: the log may only be further by the time it is asked.
  const models = await pool.query<{ name: string; position: string | number }>(
    'select name, position from read_model order by name',
  )
  const { rows } = await pool.query<{ held: string | number }>(`select ${HEAD_POSITION} as held from event_log_head`)
  const held = Number(rows[0]?.held ?? 0)
  if (isElsewhere && held > 0) throw new OtherLog(`Postgres holds a log of ${held} events of its own`)
  const head = await log.head()
  const standing = models.rows.map(({ name, position }) => ({ name, position: Number(position) }))
  const beyond = standing.filter(({ position }) => position > head)
  const isOwn = !isElsewhere || standing.some(({ position }) => position > 0 && position <= head)
  const reached = Math.max(...beyond.map(({ position }) => position))
  if (beyond.length > 0 && !isOwn) throw new OtherLog(`Read models have come to ${reached}, the log ends at ${head}`)
  return { models: beyond.map(({ name }) => name), head }
}

/**
 * For whoever would write to the log, or from it: throws what `modelsBeyond` throws, and when there are such models but for
 * those of `built`, which are about to be built from the first event. What is appended now would be passed over by them.
 */
export async function mustBelongToLog(
  pool: pg.Pool,
  log: Pick<EventLog, 'head'>,
  isElsewhere: boolean,
  built: readonly string[] = [],
): Promise<void> {
  const { models, head } = await modelsBeyond(pool, log, isElsewhere)
  const left = models.filter((name) => !built.includes(name))
  if (left.length > 0) throw new ModelsBeyondLog(left, head)
}

/**
 * The same for a start: it serves what is there, and the portal is closed by what it says of these models. Of a log without
 * a single event there is nothing to serve: it throws, as it is mostly another database than was meant.
 */
export async function beyondAtStart(
  pool: pg.Pool,
  log: Pick<EventLog, 'head'>,
  isElsewhere: boolean,
): Promise<readonly Difference[]> {
  const { models, head } = await modelsBeyond(pool, log, isElsewhere)
  if (head === 0 && models.length > 0) throw new ModelsBeyondLog(models, head)
  return models.map((name) => checkpointBeyond(name, head))
}
