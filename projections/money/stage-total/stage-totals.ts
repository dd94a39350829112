import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#commands/log/event-log.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { asOfTable } from '#projections/as-of.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { stageTotal } from './stage-total.ts'

const stageOf = sql.join(
  PAYMENT_CHAIN.links.map(({ status, to }) => sql`when ${sql.lit(status)} then ${sql.lit(to)}`),
  sql` `,
)

/** The rows of `stage_total` as of a position: the rollup keeps no past, so it is added up from the bills of then. */
export function stageTotals(asOf: Position | undefined): RawBuilder<unknown> {
  if (asOf === undefined) return sql.table(stageTotal.name)
  return sql`(
    select coe_id, case status ${stageOf} else status end as stage, sum(total)::numeric as total,
           count(*)::bigint as transactions
      from ${asOfTable(transaction, asOf)} b where billed_at is not null
     group by 1, 2)`
}
