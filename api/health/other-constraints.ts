import type pg from 'pg'
import { LOG_CONSTRAINTS } from '#commands/log/postgres/guards.ts'
import { refusedBy } from '#commands/postgres.ts'
import { READ_MODEL_NAMES } from '#projections/read-models.ts'
import { OWN_CONSTRAINTS } from './own-constraints.ts'
import { OWN_INDEXES } from './own-indexes.ts'
import { type LostTable, OWN_TABLES } from './own-tables.ts'

type Row = { readonly name: string; readonly what: string; readonly model: string | null; readonly how: string }

const MADE: readonly { readonly table: string; readonly name: string; readonly is: string }[] = [
  ...LOG_CONSTRAINTS,
  ...Object.entries(OWN_CONSTRAINTS).flatMap(([table, constraints]) =>
    Object.entries(constraints).map(([name, is]) => ({ table, name, is })),
  ),
]
const INDEXES = Object.entries(OWN_INDEXES).flatMap(([table, indexes]) =>
  Object.entries(indexes).map(([name, is]) => ({ table, name, is })),
)
const NAMES: ReadonlySet<string> = new Set(MADE.map(({ table, name }) => `${table}.${name}`))
const TABLES = [
  ...Object.keys(OWN_TABLES).map((name) => ({ name, model: null })),
  ...READ_MODEL_NAMES.flatMap((model) => [model, `${model}_history`].map((name) => ({ name, model }))),
]

/**
 * What of the portal's tables would refuse, or let in, other rows than the portal made them for, or would be empty behind a crash:
 * constraints that are not as they were made, tables that are not logged; and the indexes that the portal did not make: one that
 * computes runs whatever its maker likes at each write, as a trigger would. A read model has its primary keys and its
 * indexes, none of which computes or leaves rows out. Asks the catalog alone.
 */
export async function findOtherConstraints(pool: pg.Pool): Promise<readonly LostTable[]> {
  const { rows } = await pool.query<Row>(
    `with own as (
       select t.name, t.model, c.oid, c.relpersistence
         from jsonb_to_recordset($1) t(name text, model text)
         join pg_class c on c.relname = t.name and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     ), expected as (
       select * from jsonb_to_recordset($2) e("table" text, name text, "is" text)
     ), there as (
       select own.name as table, own.model, c.conname::text as name, c.contype, pg_get_constraintdef(c.oid) as is
         from own join pg_constraint c on c.conrelid = own.oid and c.contype in ('p', 'u', 'c', 'f', 'x')
     )
     select t.table as name, t.name as what, t.model, 'other' as how from there t
      where (t.model is null or t.contype <> 'p')
        and not exists (select from expected e where (e.table, e.name, e.is) = (t.table, t.name, t.is))
     union all
     select e.table, e.name, null, 'gone' from expected e join own on own.name = e.table
      where not exists (select from there t where (t.table, t.name) = (e.table, e.name))
     union all
     select own.name, o.relname, own.model, 'index'
       from own join pg_index i on i.indrelid = own.oid join pg_class o on o.oid = i.indexrelid
      where case when own.model is null
              then not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = i.indrelid)
               and not exists (select from jsonb_to_recordset($3) e("table" text, name text, "is" text)
                                where (e.table, e.name, e.is) = (own.name, o.relname, split_part(pg_get_indexdef(i.indexrelid), ' USING ', 2)))
              else i.indexprs is not null or i.indpred is not null end
     union all
     select name, '', model, 'unlogged' from own where relpersistence <> 'p'
     order by 1, 2`,
    [TABLES, MADE, INDEXES].map((list) => JSON.stringify(list)),
  )
  return rows.map(({ name, what, model, how }) => {
    const says = sayOther(how, name, what)
    return { says, isGone: false, ...(model === null ? {} : { model }) }
  })
}

function sayOther(how: string, name: string, what: string): string {
  if (how === 'unlogged') return `${name} would be emptied by a crash (alter table ${name} set logged)`
  if (how === 'gone') return `${name} has lost its ${what}`
  if (how === 'index') return `${name} has an index that the portal did not make: ${what} (drop index)`
  return `${name} refuses what the portal writes: ${what} is not as the portal made it`
}

/** Whether the database refused a row by a constraint that is none of the portal's: somebody has put it there. */
export function isRefusedByOther(error: unknown): boolean {
  const constraint = refusedBy(error)
  return constraint !== undefined && !NAMES.has(constraint)
}
