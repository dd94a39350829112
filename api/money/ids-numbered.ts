import type { Kysely } from 'kysely'
import type { Database } from '#projections/read-models.ts'

/** More rows of one number than that nobody looks at: one is what there should be. */
const MOST = 20

/** The ids that rows give for a number, `TRX-2026-000123` or `INV-2026-000045`: to be held against their streams. */
export async function idsNumbered(
  db: Kysely<Database>,
  table: 'transaction' | 'invoice',
  number: string,
): Promise<readonly string[]> {
  const rows = await db.selectFrom(table).select('id').where('reference', '=', number).limit(MOST).execute()
  return rows.map(({ id }) => id)
}
