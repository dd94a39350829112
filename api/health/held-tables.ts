import type pg from 'pg'
import { READ_MODEL_NAMES } from '#projections/read-models.ts'
import { type LostTable, OWN_TABLES } from './own-tables.ts'

/** A table is swapped, or its end given back, within moments. */
const HELD_FOR_MS = 4_000

const TABLES = [...Object.keys(OWN_TABLES), ...READ_MODEL_NAMES.flatMap((name) => [name, `${name}_history`])]

/**
 * Finds the portal's tables that somebody has locked for longer than a moment, or waits to lock: whoever reads or writes them waits
 * behind. By the catalog, so that whoever looks does not wait too. `now`: milliseconds, of whatever clock does not go back.
 */
export function watchHeldTables(now: () => number): (pool: pg.Pool) => Promise<readonly LostTable[]> {
  /** Since when each is held by whom. */
  const since = new Map<string, number>()
  return async (pool) => {
    const { rows } = await pool.query<{ name: string; pid: number }>(
      `select distinct c.relname as name, l.pid from pg_locks l join pg_class c on c.oid = l.relation
        where l.locktype = 'relation' and l.database = (select oid from pg_database where datname = current_database())
          and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
          and c.relnamespace = 'public'::regnamespace and c.relname = any($1) order by 1, 2`,
      [TABLES],
    )
    const held = new Map(rows.map((row) => [`${row.name} ${row.pid}`, row]))
    for (const key of since.keys()) if (!held.has(key)) since.delete(key)
    for (const key of held.keys()) if (!since.has(key)) since.set(key, now())
    return [...held].flatMap(([key, { name, pid }]) => {
      if (now() - (since.get(key) ?? now()) < HELD_FOR_MS) return []
      const says = `${name} is locked by database process ${pid}. Requests that need it wait and fail.`
      return [{ says, isGone: false }]
    })
  }
}

/** Portals wait for one another's rows for moments, and on a busy machine for seconds. */
const ROWS_HELD_FOR_MS = 5_000

/**
 * Finds whoever holds rows of the portal's for longer than a moment while somebody waits for them: `select … for update`, and no
 * end of the transaction. As watchHeldTables.
 */
export function watchHeldRows(now: () => number, longest = ROWS_HELD_FOR_MS) {
  /** Since when somebody waits for each process of the database. */
  const since = new Map<number, number>()
  return async (pool: pg.Pool): Promise<readonly LostTable[]> => {
    const { rows } = await pool.query<{ pid: number; tables: string | null }>(
      `select b.pid, (select string_agg(distinct c.relname, ', ' order by c.relname)
                        from pg_locks l join pg_class c on c.oid = l.relation
                       where l.pid = b.pid and l.locktype = 'relation' and c.relname = any($1)
                         and l.mode in ('RowShareLock', 'RowExclusiveLock')) as tables
         from (select distinct unnest(pg_blocking_pids(pid)) as pid from pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock'
                  and wait_event in ('transactionid', 'tuple')) b
        where b.pid > 0 order by 1`,
      [TABLES],
    )
    const waitedFor = new Set(rows.map(({ pid }) => pid))
    for (const pid of since.keys()) if (!waitedFor.has(pid)) since.delete(pid)
    for (const pid of waitedFor) if (!since.has(pid)) since.set(pid, now())
    return rows.flatMap(({ pid, tables }) => {
      // Who waits for another who waits holds nobody up.
      if (tables === null || now() - (since.get(pid) ?? now()) < longest) return []
      const says = `rows of ${tables} are locked by database process ${pid}. Requests that need them wait and fail.`
      return [{ says, isGone: false }]
    })
  }
}
