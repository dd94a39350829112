import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartRefused } from '#commands/log/start-refused.ts'
import type { Report } from '#commands/rarely.ts'
import type { TakeTurn, Turn } from '#commands/sole-turn.ts'

/** What the turn to change tables is called. */
export const TURN = 'migrate'
const LOOK_EVERY_MS = 500
const SAY_EVERY_MS = 60_000

/** The turn to change tables. Whoever has it may be at work for hours; who waits says for whom, again and again. */
export async function waitForTurn(takeTurn: TakeTurn, pool: pg.Pool, report: Report): Promise<Turn> {
  for (let saidAt = Number.NEGATIVE_INFINITY; ;) {
    const turn = await takeTurn()
    if (turn !== undefined) return turn
    if (performance.now() - saidAt > SAY_EVERY_MS) {
      report(`Another start is at the tables, and this one waits for it: ${await whoHasTurn(pool)}`)
      saidAt = performance.now()
    }
    await delay(LOOK_EVERY_MS)
  }
}

async function whoHasTurn(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ pid: number; address: string | null; since: string }>(
    `select a.pid, host(a.client_addr) as address, a.backend_start as since
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.objid = hashtext($1)::oid
        and l.database = (select oid from pg_database where datname = current_database())`,
    [TURN],
  )
  const [holder] = rows
  if (holder === undefined) return 'it has just ended'
  const { pid, address, since } = holder
  return `process ${pid} of the database, connected from ${address ?? 'its own machine'} since ${since}`
}

/** What came in the way of a migration, with what to do where it is somebody else who holds a table. */
export async function inWords(error: unknown, pool: pg.Pool): Promise<unknown> {
  if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_TIMEOUT) return error
  const { rows } = await pool.query<{ held: string }>(
    `select c.relname || ' by process ' || l.pid as held
       from pg_locks l join pg_class c on c.oid = l.relation
      where l.granted and l.pid <> pg_backend_pid() and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and l.database = (select oid from pg_database where datname = current_database())
      group by 1 order by 1 limit 5`,
  )
  const held = rows.length === 0 ? 'no longer held' : `held: ${rows.map(({ held }) => held).join(', ')}`
  return new StartRefused(
    `A table that this start has to change was held by somebody else for too long (${held}). End them, by ` +
      'pg_terminate_backend where nothing else helps, or wait until they have ended. Then start again: what was kept is whole.',
  )
}

const LOCK_TIMEOUT = '55P03'
