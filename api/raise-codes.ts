import { type Kysely, sql } from 'kysely'
import type { Codes } from '../commands/codes.ts'
import type { Database } from '../projections/read-models.ts'

/**
 * Makes sure that no short code of the log is given a second time, where the log is not in the database that counts the
 * codes: that one may be new, or restored from a copy older than the log. Needs read models that are at the log's head.
 */
export async function raiseCodes(db: Kysely<Database>, codes: Codes): Promise<void> {
  const patients = await sql<{ last: number | null }>`
    select max(substring(chf_id from '^CHF-(\\d+)$')::int) as last from patient`.execute(db)
  const last = patients.rows[0]?.last ?? null
  if (last !== null) await codes.raiseTo('CHF', undefined, last)
  const years = await sql<{ year: number; last: number }>`
    select substring(reference from '^TRX-(\\d{4})-')::int as year, max(substring(reference from '-(\\d+)$')::int) as last
      from transaction where reference ~ '^TRX-\\d{4}-\\d+$' group by 1`.execute(db)
  for (const { year, last: number } of years.rows) await codes.raiseTo('TRX', year, number)
}
