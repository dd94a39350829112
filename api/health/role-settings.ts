import type pg from 'pg'
import type { LostTable } from './own-tables.ts'

/** So many connections at once do for any portal. */
export const ENOUGH_CONNECTIONS = 100

/**
 * What somebody has set for the portal's role, its database or everybody, and the portal never made: any setting that its
 * connections do not begin with themselves (commands/postgres.ts), as a role may change most of its own, and what one
 * that nobody thought of does to a query nobody knows; and a limit of connections that it does not get by with. What only says
 * what the server reports is its operator's. Asks so little that it is answered first.
 */
export async function findRoleSettings(pool: pg.Pool): Promise<readonly LostTable[]> {
  const { rows } = await pool.query<{ says: string }>(
    `with me as (select oid, rolname, rolconnlimit from pg_roles where rolname = current_user),
     here as (select oid, datname, datconnlimit from pg_database where datname = current_database())
     select left(s.one, 200) || ' is set for ' || case
              when g.setrole <> 0 then 'the role ' || me.rolname
              when g.setdatabase <> 0 then 'the database ' || here.datname
              else 'everybody' end
            || ', by somebody else than the portal (alter '
            || case when g.setrole = 0 and g.setdatabase <> 0 then 'database' else 'role' end
            || ' … reset ' || split_part(s.one, '=', 1) || ')' as says
       from pg_db_role_setting g, unnest(g.setconfig) s(one), me, here
      where g.setrole in (0, me.oid) and g.setdatabase in (0, here.oid)
        and not exists (select from pg_settings p where lower(p.name) = lower(split_part(s.one, '=', 1))
                           and (p.source = 'client' or p.category like 'Reporting and Logging%'))
     union all
     select 'the role ' || rolname || ' has no more than ' || rolconnlimit
            || ' connections at once (alter role … connection limit -1)' from me where rolconnlimit between 0 and $1::int - 1
     union all
     select 'the database ' || datname || ' lets in no more than ' || datconnlimit
            || ' connections at once (alter database … connection limit -1)' from here where datconnlimit between 0 and $1::int - 1`,
    [ENOUGH_CONNECTIONS],
  )
  return rows.map(({ says }) => ({ says, isGone: false }))
}
