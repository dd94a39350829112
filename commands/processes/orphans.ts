import type pg from 'pg'
import type { ProcessDefinition } from './definition.ts'

/** What is open under a name that no process of this version has: nobody works it. */
export type Orphans = { readonly name: string; readonly items: number; readonly mails: number }

/** By name. Left by another version, or written by somebody. */
export async function findOrphans(
  pool: pg.Pool,
  definitions: readonly Pick<ProcessDefinition, 'name'>[],
): Promise<readonly Orphans[]> {
  const { rows } = await pool.query<Orphans>(
    `select name, sum(item)::int as items, sum(mail)::int as mails
       from (select process as name, 1 as item, 0 as mail from process_item
             union all select process, 0, 1 from outbox where sent_at is null) o
      where name <> all($1) group by name order by name`,
    [definitions.map(({ name }) => name)],
  )
  return rows
}

/** A sentence for operators and for health. */
export const sayOrphans = ({ name, items, mails }: Orphans): string =>
  `${name} is no process of this version of the portal: nobody works its ${items} open items and ${mails} mails`
