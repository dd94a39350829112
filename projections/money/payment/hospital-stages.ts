import { type Kysely, sql } from 'kysely'
import type { Position } from '#commands/log/event-log.ts'
import { DISPUTED } from '#domain/money/transaction/dispute-statuses.ts'
import type { KoboSum } from '#domain/kernel/money.ts'
import type { Database } from '#projections/read-models.ts'
import { allOf, readingOf } from '#projections/report/report.ts'
import { type TransactionFilter, transactionsReport } from '#projections/money/transaction/transactions-report.ts'

/** What a hospital has at one status of the chain, disputed or reversed, in kobo. */
export type HospitalStage = {
  readonly coe_id: string
  readonly coe_name: string
  readonly status: string
  readonly transactions: number
  /** Of those, what is on no invoice: an invoice's steps are its own. */
  readonly free: number
  readonly total: KoboSum
}

/** A disputed one waits for no step: it stands apart from those that do. */
const STATUS = sql`case when t.dispute_id is null then t.status else ${sql.lit(DISPUTED)} end`

/** The sums of the transactions report by hospital and status: the same rows as its grid, so both always agree. */
export async function hospitalStages(
  db: Kysely<Database>,
  filter: TransactionFilter,
  asOf: Position | undefined,
): Promise<readonly HospitalStage[]> {
  const { from, conditions } = readingOf(transactionsReport, { filter, ...(asOf === undefined ? {} : { asOf }) })
  const { rows } = await sql<HospitalStage>`
    select t.coe_id, coalesce(max(c.name), '') as coe_name, ${STATUS} as status,
           count(*)::bigint as transactions, count(*) filter (where t.invoice_id is null)::bigint as free, sum(t.total)::numeric as total
      from ${from}
     where ${allOf(conditions)}
     group by t.coe_id, 3
     order by coe_name, t.coe_id, 3`.execute(db)
  return rows
}
