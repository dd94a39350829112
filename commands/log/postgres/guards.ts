import { hash } from 'node:crypto'
import type pg from 'pg'
import type { Difference } from '#commands/log/verify/difference.ts'

type Asked = Pick<pg.Pool, 'query'>

/** What stands between the dollars of a function's definition, of which Postgres keeps every letter. */
const bodyOf = (definition: string): string => hash('sha256', definition.split('$$')[1] ?? '')

/** The functions that hold the log's table, by name: their whole definitions. */
export type GuardFunctions = Readonly<Record<string, string>>

/** What the log's table is held by, in the database's own words for it. */
const expectedGuards = (functions: GuardFunctions): ReadonlyMap<string, string> =>
  new Map([
    ['constraint event_log_pkey', 'p (position)'],
    ['constraint event_log_place', 'u (stream, revision)'],
    ['constraint event_log_id', 'u (id)'],
    ['constraint event_log_size', 'c'],
    ['constraint event_log_revision_check', 'c'],
    ['trigger event_log_no_change', 'before update, delete, truncate: event_log_refuse_change'],
    ['trigger event_log_head_stays', 'before delete, truncate: event_log_refuse_change'],
    ...Object.entries(functions).map(([name, text]): [string, string] => [`function ${name}`, bodyOf(text)]),
  ])

// A trigger's type, by its bits: 1 for each row, 2 before, 4 insert, 8 delete, 16 update, 32 truncate. `$1`: the names of the
// functions; `$2`: the role of the app, who connects when it is null.
const GUARDS = `
  with log as (select to_regclass('public.event_log')::oid as oid, to_regclass('public.event_log_head')::oid as head)
  select 'constraint ' || c.conname as name,
         case c.contype when 'c' then 'c' else c.contype::text || ' (' || (
           select string_agg(a.attname, ', ' order by k.n) from unnest(c.conkey) with ordinality k(attnum, n)
             join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum) || ')' end ||
         case when c.convalidated and coalesce(i.indisvalid, true) then '' else ', which does not hold' end as is
    from log join pg_constraint c on c.conrelid = log.oid and c.contype in ('p', 'u', 'c')
    left join pg_index i on i.indexrelid = c.conindid and c.contype <> 'c'
  union all
  select 'trigger ' || t.tgname,
         case t.tgenabled when 'O' then '' when 'A' then '' else 'disabled, ' end ||
         case t.tgtype & 67 when 2 then 'before ' else 'other than before ' end ||
         concat_ws(', ', case when t.tgtype & 4 > 0 then 'insert' end, case when t.tgtype & 16 > 0 then 'update' end,
           case when t.tgtype & 8 > 0 then 'delete' end, case when t.tgtype & 32 > 0 then 'truncate' end) ||
         ': ' || p.proname
    from log join pg_trigger t on t.tgrelid in (log.oid, log.head) and not t.tgisinternal join pg_proc p on p.oid = t.tgfoid
  union all
  select 'rule ' || r.rulename, 'on the table' from log join pg_rewrite r on r.ev_class in (log.oid, log.head)
  union all
  select 'function ' || p.proname, encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex')
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = any($1)
  union all
  select 'rights of the app', string_agg(r.what, ', ')
    from log, unnest(array['insert', 'update', 'delete', 'truncate', 'trigger']) r(what),
         unnest(array[log.oid, log.head]) t(oid)
   where has_table_privilege(coalesce($2, current_user), t.oid, r.what) having count(*) > 0`

/**
 * What of the constraints, triggers, functions and rights that hold the log's table is not as this portal made it: none of them
 * is needed to find a forgery, and each keeps one out, and the portal's own processes from writing one revision twice. Nothing
 * where there is no table yet. `appRole`: whose rights count; who connects when left out.
 */
export async function findLostGuards(
  client: Asked,
  functions: GuardFunctions,
  appRole?: string,
): Promise<readonly Difference[]> {
  const there = await client.query<{ is: boolean }>(`select to_regclass('public.event_log') is not null as is`)
  if (there.rows[0]?.is !== true) return []
  const heads = await client.query<{ position: string }>('select position::text from public.event_log_head')
  const position = Number(heads.rows[0]?.position ?? 0)
  const { rows } = await client.query<{ name: string; is: string }>(GUARDS, [Object.keys(functions), appRole ?? null])
  const [wanted, found] = [expectedGuards(functions), new Map(rows.map(({ name, is }) => [name, is]))]
  return [...new Set([...wanted.keys(), ...found.keys()])].flatMap((key) => {
    const [expected, is] = [wanted.get(key) ?? 'none', found.get(key) ?? 'none']
    if (expected === is) return []
    return [{ position, row: { table: 'event_log', key }, check: 'guard of the log', expected, found: is }]
  })
}
