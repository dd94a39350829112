import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { createPool } from '#commands/postgres.ts'
import { type Supervise, superviseAlone } from '#commands/supervise.ts'
import { checkPosition } from '#commands/log/append-check.ts'
import { type EventLog, LogUnavailable } from '#commands/log/event-log.ts'
import { createLogCalls } from '#commands/log/log-calls.ts'
import { createLogSignal } from '#commands/log/log-signal.ts'
import { createGroupCommit, LAST_REVISION } from './append.ts'
import { createLogConnection, isPassing, logTypes } from './connection.ts'
import { followPages, PAGE } from './follow.ts'
import { logListener } from './listener.ts'
import { EVENT_COLUMNS, type EventRow, HEAD_POSITION, mayBeCut, pageQuery, toStored } from './rows.ts'

export type PostgresLogOptions = {
  /** Where the log is, as the app's role of `installPostgresLog`. */
  readonly connection: pg.ClientConfig
  /** Connections for reading streams and following; one for appends and one for wake-ups come on top. */
  readonly readers?: number
  /** For how many milliseconds a call is tried again while the database is away; 10,000 when left out. */
  readonly retryFor?: number
  /** Runs what listens for other processes' appends, from the first `follow` on; alone when left out. */
  readonly supervise?: Supervise<'log listener'>
}

/**
 * The event log in Postgres, gapless and in commit order (architecture.md, The log). Connects when first used.
 * The tables come from `installPostgresLog`.
 */
export function createPostgresLog({
  connection,
  readers = 4,
  retryFor = 10_000,
  supervise = superviseAlone,
}: PostgresLogOptions): EventLog {
  const pool = createPool(connection, { name: 'log', patience: 'call', types: logTypes, max: readers })
  const wakeUp = createLogSignal()
  let listener: ReturnType<typeof supervise> | undefined
  // A call that is given up is treated as cut: the ids make it safe to ask again.
  const appends = createLogConnection(connection, { prepare: holdToDurable })
  const groups = createGroupCommit(appends, retryFor, wakeUp.wake)
  const { mustBeOpen, tracked, ...calls } = createLogCalls()

  const select = async <R extends unknown[]>(name: string, text: string, values: unknown[]): Promise<R[]> => {
    const deadline = performance.now() + retryFor
    for (let attempt = 0; ; attempt += 1) {
      try {
        return (await pool.query<R>({ name, text, values, rowMode: 'array' })).rows
      } catch (error) {
        if (!isPassing(error)) throw error
        if (calls.closed.aborted || performance.now() > deadline) throw new LogUnavailable(error)
        await delay(Math.min(1000, 20 * 2 ** attempt))
      }
    }
  }

  return {
    async read(stream, from = 0, count) {
      mustBeOpen()
      if (from > LAST_REVISION) return []
      const text = `select ${EVENT_COLUMNS} from public.event_log where stream = $1 and revision >= $2
        order by revision, position`
      const rows = await tracked(
        count === undefined
          ? select<EventRow>('event_log_read', text, [stream, from])
          : select<EventRow>('event_log_read_some', `${text} limit $3`, [stream, from, count]),
      )
      return rows.map(toStored)
    },

    async append(...append) {
      mustBeOpen()
      return groups.append(...append)
    },

    async *follow(after, signal) {
      mustBeOpen()
      checkPosition(after)
      listener ??= supervise('log listener', logListener(connection, wakeUp))
      const text = pageQuery('position > $1', 'position', PAGE)
      const readPage = async (last: number) => {
        const { rows } = await tracked(
          pool.query<EventRow>({ name: 'event_log_page', text, values: [last], rowMode: 'array' }),
        )
        return { events: rows.map(toStored), isAll: rows.length < PAGE && !mayBeCut(rows) }
      }
      yield* followPages(readPage, wakeUp, after, AbortSignal.any([signal, calls.closed]))
    },

    async head() {
      mustBeOpen()
      const rows = await tracked(
        select<[number]>('event_log_head', `select ${HEAD_POSITION} from public.event_log_head`, []),
      )
      const [head] = rows
      if (head === undefined) throw new Error('The log has no head: installPostgresLog has not run')
      return head[0]
    },

    async close() {
      if (!calls.close()) return
      await groups.idle()
      await calls.idle()
      await Promise.all([appends.drop(), listener?.stop(), pool.end()])
    },
  }
}

/**
 * Whatever the role's or the database's defaults are: an acknowledged append is on disk, and the append function sees
 * what was committed while it waited for the head row.
 */
async function holdToDurable(client: pg.Client): Promise<void> {
  await client.query(`
    select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local');
    set default_transaction_isolation = 'read committed'`)
}
