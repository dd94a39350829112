import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#commands/log/event-log.ts'
import { asOfTable } from '#projections/as-of.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { billingDay } from './billing-day.ts'

const lagosDay = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone 'Africa/Lagos')::date`

/**
 * The rows of `billing_day` as of a position. The rollup keeps no past, which would have a version for every bill: the
 * past is added up from the bills as they were then.
 */
export function billingDays(asOf: Position | undefined): RawBuilder<unknown> {
  if (asOf === undefined) return sql.table(billingDay.name)
  const bills = asOfTable(transaction, asOf)
  return sql`(
    select coe_id, day, sum(billed)::numeric as billed, sum(billed_count)::bigint as billed_count,
           sum(drugs_billed)::numeric as drugs_billed, sum(paid)::numeric as paid, sum(paid_count)::bigint as paid_count
      from (
        select coe_id, ${lagosDay(sql`billed_at`)} as day, total as billed, 1 as billed_count,
               case when is_drug then total else 0 end as drugs_billed, 0 as paid, 0 as paid_count
          from ${bills} b where billed_at is not null
        union all
        select coe_id, ${lagosDay(sql`permsec_at`)}, 0, 0, 0, total, 1
          from ${bills} p where permsec_at is not null) moved
     group by coe_id, day)`
}
