import type pg from 'pg'
import { isAsked } from './postgres.ts'

/** How often whoever holds a lock of the database shows over its connection that it goes on. */
const SHOW_EVERY_MS = 3_000
/** Whoever holds one and has said nothing for so long stands still: five times over it had the chance. */
const SILENT_AFTER_MS = 15_000

/**
 * Asks nothing, again and again, until the connection ends: what it holds would be taken from it else
 * (`endSilentHolders`). A process that stands still does not ask, however long the system keeps its connections.
 */
export function showThatItGoesOn(client: pg.Client): void {
  const timer = setInterval(() => {
    // A question that is under way shows it as well.
    if (isAsked(client)) return
    // What breaks here breaks for those who use the connection, and they say so.
    client.query('select').catch(() => undefined)
  }, SHOW_EVERY_MS)
  client.once('end', () => clearInterval(timer))
}

/**
 * Ends the connections, of the same role, that hold an advisory lock and have been silent for too long, so that the lock is
 * free; `held` is a condition on `l`, a row of pg_locks. A holder that goes on after all finds its connection ended, and
 * whatever it had not committed undone.
 */
export async function endSilentHolders(
  client: pg.ClientBase,
  held: string,
  silentAfterMs = SILENT_AFTER_MS,
): Promise<void> {
  await client.query(
    `select pg_terminate_backend(a.pid) from pg_stat_activity a
      where a.usename = current_user and a.pid <> pg_backend_pid()
        and a.state_change < clock_timestamp() - interval '${silentAfterMs} milliseconds'
        -- At work, but for one whose answer nobody takes.
        and (a.state <> 'active' or a.wait_event_type = 'Client')
        and a.pid in (
          select l.pid from pg_locks l
           where l.locktype = 'advisory' and l.granted
             and l.database = (select oid from pg_database where datname = current_database()) and ${held})`,
  )
}
