import type pg from 'pg'
import type { LostTable } from './own-tables.ts'

/** So much write-ahead log may a replication slot keep for who is to read it. */
const KEPT_BYTES = 1024 ** 3

/** Roles of Postgres' own that reach past every right to a table: to files and programs of the server, or to all rows. */
const FAR_REACHING = ['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files', 'pg_write_all_data']

/**
 * What somebody with the server's own rights has left in its catalogs, and the portal never made: what ends or watches its
 * connections, fills its disk, or writes past it; and an index that Postgres no longer keeps or reads, whatever its definition
 * says. `mostKept`: in bytes.
 */
export async function findServerHazards(
  client: Pick<pg.Pool, 'query'>,
  mostKept = KEPT_BYTES,
): Promise<readonly LostTable[]> {
  const { rows } = await client.query<{ says: string }>(
    `select 'the role ' || rolname || ' is let in only until ' || rolvaliduntil || ' (alter role … valid until ''infinity'')' as says
       from pg_roles where rolvaliduntil < 'infinity'
        and (rolname = current_user or oid = (select relowner from pg_class where oid = to_regclass('public.read_model')))
     union all
     select 'the role ' || r.rolname || ' has the rights of ' || string_agg(g.rolname, ', ' order by g.rolname)
            || ' and reaches past the portal (revoke … from ' || r.rolname || ')'
       from pg_roles r join pg_roles g on g.rolname = any($1::text[]) and pg_has_role(r.oid, g.oid, 'member')
      where r.rolcanlogin and not r.rolsuper group by r.rolname
     union all
     select 'a trigger runs at each sign-in to it: ' || evtname || ' (drop event trigger)'
       from pg_event_trigger where evtevent = 'login' and evtenabled <> 'D'
     union all
     select 'the replication slot ' || slot_name || ' keeps ' || pg_size_pretty(pg_current_wal_lsn() - restart_lsn)
            || ' of write-ahead log, and would fill the disk (pg_drop_replication_slot)'
       from pg_replication_slots where pg_current_wal_lsn() - restart_lsn > $2::numeric
     union all
     select c.relname || ' has an index that is not kept: ' || o.relname || ' (reindex index)'
       from pg_index i join pg_class c on c.oid = i.indrelid join pg_class o on o.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and not (i.indisvalid and i.indisready and i.indislive)`,
    [FAR_REACHING, mostKept],
  )
  return rows.map(({ says }) => ({ says, isGone: false }))
}
