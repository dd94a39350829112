import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Report } from './rarely.ts'

const LOOK_EVERY_MS = 200
/** Two starts at once wait for each other for a moment, which nobody need hear of. */
const SAY_AFTER_MS = 1_000
const SAY_EVERY_MS = 60_000

type Waiting<T> = {
  /** What an advisory lock of the database is called, by which starts take turns at tables. */
  readonly lock: string
  /** Undefined while somebody else holds it. */
  readonly take: () => Promise<T | undefined>
  readonly client: Pick<pg.ClientBase, 'query'>
  readonly report: Report
}

/**
 * Asks for a lock until it is free. Whoever holds it may be at work for hours, or be somebody else: a role takes any lock
 * that it can name. So who waits says for whom, again and again.
 */
export async function whenFree<T>({ lock, take, client, report }: Waiting<T>): Promise<T> {
  for (let sayAt = performance.now() + SAY_AFTER_MS; ;) {
    const taken = await take()
    if (taken !== undefined) return taken
    if (performance.now() >= sayAt) {
      report(
        `Another start, or somebody else, is at the tables, and this one waits for it (${lock}): ${await holderOf(client, lock)}`,
      )
      sayAt = performance.now() + SAY_EVERY_MS
    }
    await delay(LOOK_EVERY_MS)
  }
}

/** Takes a lock for the transaction of `client`, when it is free. */
export async function lockTransaction(client: pg.ClientBase, lock: string, report: Report): Promise<void> {
  const take = async () => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock(hashtext($1)) as mine', [
      lock,
    ])
    return rows[0]?.mine === true ? true : undefined
  }
  await whenFree({ lock, take, client, report })
}

/** Since when and from where another role is connected, only some roles may see. */
async function holderOf(client: Pick<pg.ClientBase, 'query'>, lock: string): Promise<string> {
  // A transaction sees who is connected as it was when it first asked.
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ says: string }>(
    `select concat('process ', a.pid, ' of the database, connected as ', a.usename, ' by ', quote_literal(a.application_name),
              ' from ' || coalesce(host(a.client_addr), case when a.backend_start is null then null else 'its own machine' end),
              ' since ' || a.backend_start, ' (select pg_terminate_backend(', a.pid, ') ends it)') as says
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.objid = hashtext($1)::oid
        and l.database = (select oid from pg_database where datname = current_database())`,
    [lock],
  )
  return rows[0]?.says ?? 'it has just ended'
}
