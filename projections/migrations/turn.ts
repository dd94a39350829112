import pg from 'pg'
import { whenFree } from '#commands/lock-holder.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import type { Report } from '#commands/rarely.ts'
import type { TakeTurn, Turn } from '#commands/sole-turn.ts'

/** What the turn to change tables is called. */
export const TURN = 'migrate'

/** The turn to change tables, when it is free. */
export const waitForTurn = (take: TakeTurn, client: pg.Pool, report: Report): Promise<Turn> =>
  whenFree({ lock: TURN, take, client, report })

/** What came in the way of a migration, with what to do where it is somebody else who holds a table, or has changed its record. */
export async function inWords(error: unknown, pool: pg.Pool): Promise<unknown> {
  if (isOfOtherRecord(error))
    return new StartRefused(
      'The table kysely_migration names other migrations than were made here: somebody has changed its rows, or a newer ' +
        'version of the portal has made this database. Start that version, or restore the rows from a backup; no table was changed.',
    )
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
/** A table, column, function or constraint that is there already. */
const MADE_ALREADY = /^42(P07|701|723|710)$/

/** Kysely itself compares the names; a row that is gone shows as a migration that meets what it made before. */
const isOfOtherRecord = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? MADE_ALREADY.test(error.code ?? '')
    : error instanceof Error && error.message.startsWith('corrupted migrations')
