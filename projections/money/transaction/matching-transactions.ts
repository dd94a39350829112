import { type Kysely, sql } from 'kysely'
import type { Position } from '#commands/log/event-log.ts'
import { VALID_FROM } from '#projections/engine/definition.ts'
import type { Database } from '#projections/read-models.ts'
import { allOf, readingOf } from '#projections/report/report.ts'
import { consolidatedBillings } from './billing-lists.ts'
import type { TransactionFilter } from './transactions-report.ts'

/** A transaction that matches a filter now, and the log position since which its row is as it is. */
export type Matching = { readonly id: string; readonly since: Position }

/** The transactions of the present that a filter of theirs lets through, by hospital and day, `most` of them. */
export async function matchingTransactions(
  db: Kysely<Database>,
  filter: TransactionFilter,
  most: number,
): Promise<readonly Matching[]> {
  const { from, conditions } = readingOf(consolidatedBillings, { filter })
  const { rows } = await sql<Matching>`
    select t.id, ${sql.ref(`t.${VALID_FROM}`)} as since
      from ${from}
     where ${allOf(conditions)}
     order by t.coe_id, t.billed_at, t.id
     limit ${most}`.execute(db)
  return rows
}
