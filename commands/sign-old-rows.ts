import pg from 'pg'
import { createClient, inTransaction } from './postgres.ts'

/** A column of MACs that a migration has brought to a table which had rows. */
export type SignedColumn = { readonly table: string; readonly column: string }

/** Whether a migration has just brought the column: it has a default until rows of before are under their MACs. */
const IS_NEW = 'select from pg_attribute where attrelid = $1::regclass and attname = $2 and atthasdef'

/**
 * Has the rows from before their table had MACs taken under theirs, once, in a transaction in which nobody else reads or writes it:
 * then the default goes, and no row that comes later is believed for being old. `ownerUrl` may change the table.
 */
export async function signOldRows(
  pool: pg.Pool,
  ownerUrl: string,
  { table, column }: SignedColumn,
  sign: (owner: pg.Client) => Promise<void>,
): Promise<void> {
  if ((await pool.query(IS_NEW, [`public.${table}`, column])).rowCount === 0) return
  const owner = createClient(ownerUrl, { name: 'old rows', patience: 'batch' })
  await owner.connect()
  try {
    await inTransaction(owner, async () => {
      await owner.query(`lock table public.${pg.escapeIdentifier(table)} in access exclusive mode`)
      if ((await owner.query(IS_NEW, [`public.${table}`, column])).rowCount === 0) return
      await sign(owner)
      await endOldRows(owner, { table, column })
    })
  } finally {
    await owner.end()
  }
}

/** From here on no row of the table is one of before. */
export async function endOldRows(owner: pg.ClientBase, { table, column }: SignedColumn): Promise<void> {
  const [name, its] = [pg.escapeIdentifier(table), pg.escapeIdentifier(column)]
  await owner.query(`alter table public.${name} alter column ${its} drop default`)
}
