import type pg from 'pg'
import type { EventLog, Position } from '#commands/log/event-log.ts'

/** How a process is doing, for operators. What open items wait for is no fault, however long they do. */
export type ProcessHealth = {
  readonly name: string
  readonly position: Position
  /** Of the log: a process that stands beyond it follows nothing up. */
  readonly head: Position
  /** Its row says that it first ran where the log has nothing, or at a time to come: it would mail nobody if that were believed. */
  readonly isMute: boolean
  /** It could not take an event and goes no further; what is open is worked all the same. */
  readonly isStopped: boolean
  readonly open: number
  /** Tried, and to be tried again: items and timers. */
  readonly failing: number
  /** Items that may go neither way and wait for somebody. */
  readonly dead: number
}

export type OutboxHealth = {
  readonly waiting: number
  readonly failing: number
  readonly dead: number
  /** Since when (ms since 1970) the oldest of them waits that is no dead letter; undefined when none does. */
  readonly oldest: number | undefined
}

/** Every process that ever ran, by name. */
export async function processHealth(pool: pg.Pool, log: Pick<EventLog, 'head'>): Promise<readonly ProcessHealth[]> {
  const { rows } = await pool.query<
    Counted & Begun & { name: string; position: string | number; is_stopped: boolean; open: Count }
  >(
    `select c.name, c.position, c.quiet_up_to as quiet, c.born_at > now() + interval '1 hour' as is_unborn, c.error is not null as is_stopped,
            (select count(*) from process_item i where i.process = c.name) as open,
            (select count(*) from process_item i where i.process = c.name and not i.is_dead and i.attempts > 0)
              + (select count(*) from process_timer t where t.process = c.name and t.attempts > 0) as failing,
            (select count(*) from process_item i where i.process = c.name and i.is_dead) as dead
       from process_checkpoint c order by c.name`,
  )
  // After the checkpoints: a log that only grows cannot be behind them.
  const head = await log.head()
  return rows.map(({ name, position, quiet, is_unborn: isUnborn, is_stopped: isStopped, open, failing, dead }) => ({
    ...{ name, position: Number(position), head, isStopped, isMute: isUnborn || Number(quiet) > head },
    ...{ open: Number(open), failing: Number(failing), dead: Number(dead) },
  }))
}

export async function outboxHealth(pool: pg.Pool): Promise<OutboxHealth> {
  const { rows } = await pool.query<Counted & { waiting: Count; oldest: string | null }>(
    `select count(*) as waiting, count(*) filter (where attempts > 0 and error is not null and not is_dead) as failing,
            count(*) filter (where is_dead) as dead, min(asked_at) filter (where not is_dead) as oldest
       from outbox where sent_at is null`,
  )
  const [counted] = rows
  return {
    waiting: Number(counted?.waiting),
    failing: Number(counted?.failing),
    dead: Number(counted?.dead),
    oldest: typeof counted?.oldest === 'string' ? Date.parse(counted.oldest) : undefined,
  }
}

/** As the pool's types give a bigint. */
type Count = string | number
type Begun = { quiet: Count; is_unborn: boolean }
type Counted = { failing: Count; dead: Count }
