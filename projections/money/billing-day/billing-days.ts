import { type RawBuilder, sql } from 'kysely'
import type { Moment } from '#projections/moment.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { billingDay } from './billing-day.ts'

const lagosDay = (time: RawBuilder<unknown>) => sql`(${time} at time zone 'Africa/Lagos')::date`

/**
 * The rows of `billing_day` at a moment. The rollup keeps no past, which would have a version for every bill: the
 * past is added up from the bills as they were then.
 */
export function billingDays(moment: Moment): RawBuilder<unknown> {
  if (moment.isNow) return moment.rowsOf(billingDay)
  const bills = moment.rowsOf(transaction)
  return sql`(
    select coe_id, day, sum(billed)::numeric as billed, sum(billed_count)::bigint as billed_count,
           sum(drugs_billed)::numeric as drugs_billed, sum(paid)::numeric as paid, sum(paid_count)::bigint as paid_count,
           sum(reversed)::numeric as reversed, sum(reversed_count)::bigint as reversed_count
      from (
        select coe_id, ${lagosDay(sql`billed_at`)} as day, total as billed, 1 as billed_count,
               case when is_drug then total else 0 end as drugs_billed, 0 as paid, 0 as paid_count,
               0 as reversed, 0 as reversed_count
          from ${bills} b where billed_at is not null
        union all
        select coe_id, ${lagosDay(sql`permsec_at`)}, 0, 0, 0, total, 1, 0, 0
          from ${bills} p where permsec_at is not null
        union all
        select coe_id, ${lagosDay(sql`reversed_at`)}, 0, 0, 0, 0, 0, total, 1
          from ${bills} r where reversed_at is not null) moved
     group by coe_id, day)`
}
