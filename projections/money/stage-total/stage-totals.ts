import { type RawBuilder, sql } from 'kysely'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { Moment } from '#projections/moment.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { stageTotal } from './stage-total.ts'

const stageOf = sql.join(
  PAYMENT_CHAIN.links.map(({ status, to }) => sql`when ${sql.lit(status)} then ${sql.lit(to)}`),
  sql` `,
)

/** The rows of `stage_total` at a moment: the rollup keeps no past, so it is added up from the bills of then. */
export function stageTotals(moment: Moment): RawBuilder<unknown> {
  if (moment.isNow) return moment.rowsOf(stageTotal)
  return sql`(
    select coe_id, case status ${stageOf} else status end as stage, sum(total)::numeric as total,
           count(*)::bigint as transactions
      from ${moment.rowsOf(transaction)} b where billed_at is not null
     group by 1, 2)`
}
