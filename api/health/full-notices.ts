import type pg from 'pg'
import type { LostTable } from './own-tables.ts'

/** What part of the queue may be in use: a portal that gives a notice for each append needs next to none of it. */
const SOME = 0.1

/**
 * Says that the server's queue of notices fills up, and by whom: somebody who listens and stays in a transaction keeps all
 * that anybody gives notice of, and once it is full no append commits. Asking has the server give free what all have read,
 * which it does not do by itself once it is full: what was held up goes on when they have gone. `most`: of 1.
 */
export async function findFullNotices(pool: pg.Pool, most = SOME): Promise<readonly LostTable[]> {
  const { rows } = await pool.query<{ used: number; pid: number | null }>(
    `select u.used, (select pid from pg_stat_activity
                      where state like 'idle in transaction%' order by xact_start limit 1) as pid
       from (select pg_notification_queue_usage() as used) u where u.used > $1`,
    [most],
  )
  return rows.map(({ used, pid }) => {
    const who = pid === null ? 'a connection that stays in a transaction' : `perhaps process ${pid} of the database`
    const says =
      `the queue of notices is ${Math.ceil(used * 100)} % full, because a connection listens and reads none of them (${who}): ` +
      'once it is full, nothing can be written'
    return { says, isGone: false }
  })
}
