import type pg from 'pg'
import type { ProcessDefinition } from './definition.ts'

/** What is open under a name that no process of this version has: nobody works it. */
export type Orphans = { readonly name: string; readonly items: number; readonly mails: number }

/**
 * By name. Left by another version, or written by somebody. Health asks every second: the names alone are read, each by
 * one look into an index however much is open under it, and counted is only what is open under a name that is unknown.
 */
export async function findOrphans(
  pool: pg.Pool,
  definitions: readonly Pick<ProcessDefinition, 'name'>[],
): Promise<readonly Orphans[]> {
  const { rows } = await pool.query<Orphans>(ORPHANS, [definitions.map(({ name }) => name)])
  return rows
}

/** Every value of `process` in a table, from one to the next by an index that begins with it. */
const namesIn = (table: string, where = 'true') =>
  `select min(process) as process from ${table} where ${where}
    union all select (select min(process) from ${table} where ${where} and process > before.process)
      from before where before.process is not null`
const UNSENT = 'sent_at is null'
const ORPHANS = `
  with recursive working(process) as (with recursive before as (${namesIn('process_item')}) table before),
    mailing(process) as (with recursive before as (${namesIn('outbox', UNSENT)}) table before)
  select process as name, (select count(*)::int from process_item i where i.process = names.process) as items,
         (select count(*)::int from outbox o where o.process = names.process and ${UNSENT}) as mails
    from (table working union table mailing) names
   where process <> all($1) order by process`

/** A sentence for operators and for health. */
export const sayOrphans = ({ name, items, mails }: Orphans): string =>
  `${name} is no process of this version of the portal: nobody works its ${items} open items and ${mails} mails`
