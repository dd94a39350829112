import { type RawBuilder, sql } from 'kysely'
import type { Moment } from '#projections/moment.ts'
import { dispute } from '#projections/money/dispute/dispute.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'

/**
 * How much of each hospital open disputes hold up at a moment, whenever it was billed, of the read models `dispute` and `transaction`, as SQL: `coe_id`, `disputed`,
 * `disputed_count`; no row where there is none. Give it an alias.
 */
export const openDisputes = (moment: Moment): RawBuilder<unknown> => sql`(
  select d.coe_id, sum(b.total)::numeric as disputed, count(*)::bigint as disputed_count
    from ${moment.rowsOf(dispute)} d join ${moment.rowsOf(transaction)} b on b.id = d.transaction_id
   where d.status = 'open' group by d.coe_id)`
