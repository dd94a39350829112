import { type Kysely, sql } from 'kysely'
import type { Position } from '#commands/log/event-log.ts'
import type { KoboSum } from '#domain/kernel/money.ts'
import type { Database } from '#projections/read-models.ts'
import { allOf, readingOf } from '#projections/report/report.ts'
import { IS_ON_INVOICE, isReadyFor, type Readiness, SHOWN_STATUS } from '#projections/money/transaction/ready-bills.ts'
import { type TransactionFilter, transactionsReport } from '#projections/money/transaction/transactions-report.ts'

/** What a hospital has at one status, as lists show it, in kobo. */
export type HospitalStage = {
  readonly coe_id: string
  readonly coe_name: string
  readonly status: string
  readonly transactions: number
  /** Of those, what is on no invoice: an invoice's steps are its own. */
  readonly free: number
  readonly on_invoice_total: KoboSum
  /** And of those what is ready for whoever is asked for. */
  readonly ready: number
  readonly ready_total: KoboSum
  readonly total: KoboSum
}

/** The sums of the transactions report by hospital and status: the same rows as its grid, so both always agree. */
export async function hospitalStages(
  db: Kysely<Database>,
  filter: TransactionFilter,
  asOf: Position | undefined,
  readiness?: Readiness,
): Promise<readonly HospitalStage[]> {
  const ready = readiness === undefined ? sql`false` : isReadyFor(readiness)
  const { from, conditions } = readingOf(transactionsReport, { filter, ...(asOf === undefined ? {} : { asOf }) })
  const { rows } = await sql<HospitalStage>`
    select t.coe_id, coalesce(max(c.name), '') as coe_name, ${SHOWN_STATUS} as status,
           count(*)::bigint as transactions, sum(t.total)::numeric as total,
           count(*) filter (where not ${IS_ON_INVOICE})::bigint as free,
           coalesce(sum(t.total) filter (where ${IS_ON_INVOICE}), 0)::numeric as on_invoice_total,
           count(*) filter (where ${ready})::bigint as ready,
           coalesce(sum(t.total) filter (where ${ready}), 0)::numeric as ready_total
      from ${from}
     where ${allOf(conditions)}
     group by t.coe_id, 3
     order by max(c.name_key) nulls first, t.coe_id, 3`.execute(db)
  return rows
}
