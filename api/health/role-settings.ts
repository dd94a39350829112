import type pg from 'pg'
import type { LostTable } from './own-tables.ts'

/**
 * The limit that the portal's connections take from their role, their database or all of them, and that cuts off whatever takes
 * longer: the role may set it for itself, and no connection can begin by setting it otherwise, as older servers do not know it
 * (all other settings that matter a connection begins with, commands/postgres.ts). Asks so little that it is answered first.
 */
export async function findRoleSettings(pool: pg.Pool): Promise<readonly LostTable[]> {
  const { rows } = await pool.query<{ whose: string; one: string }>(
    `select case g.setrole when 0 then 'everybody' else 'the role ' || g.setrole::regrole end as whose, s.one
       from pg_db_role_setting g, unnest(g.setconfig) s(one)
      where g.setrole in (0, (select oid from pg_roles where rolname = current_user)) and s.one like 'transaction\\_timeout=%'
        and g.setdatabase in (0, (select oid from pg_database where datname = current_database()))`,
  )
  return rows.map(({ whose, one }) => ({
    says: `${one} is set for ${whose}, and whatever takes longer is cut off (alter role … reset transaction_timeout)`,
    isGone: false,
  }))
}
