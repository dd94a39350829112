import { type RawBuilder, sql } from 'kysely'
import type { Moment } from '#projections/moment.ts'
import { billingDays } from '#projections/money/billing-day/billing-days.ts'
import { payment } from '#projections/money/payment/payment.ts'
import { transactionReturn } from '#projections/money/transaction/transaction-return.ts'
import { allOf, inPeriod } from '#projections/report/report.ts'

/** Lagos days (YYYY-MM-DD), both included. */
export type Period = { readonly startDate?: string | undefined; readonly endDate?: string | undefined }

/** The read models that the moves are of, at whatever moment. */
export const MOVES_FROM = ['billing_day', 'transaction', 'payment', 'transaction_return'] as const

const lagosDay = (time: RawBuilder<unknown>) => sql`(${time} at time zone 'Africa/Lagos')::date`

/**
 * What moved at each hospital up to the end of a period, in kobo and in bills, by Lagos day: `is_before` is what was billed,
 * paid and given back before the period begins, by which what is to pay then is known. A payment was initiated with what is in it and
 * what has left it.
 */
export function dailyMoves(moment: Moment, { startDate, endDate }: Period): RawBuilder<unknown> {
  const isBefore = startDate === undefined ? sql`false` : sql`day < ${startDate}::date`
  const upTo = endDate === undefined ? sql`true` : sql`day <= ${endDate}::date`
  const inside = (time: RawBuilder<unknown>) => allOf(inPeriod(time, { startDate, endDate }))
  const initiatedAt = sql`p.initiated_at`
  const returnedAt = sql`r.returned_at`
  return sql`(
    select coe_id, day, ${isBefore} as is_before, billed, billed_count, paid, paid_count, reversed, reversed_count,
           0 as initiated, 0 as initiated_count, 0 as returned, 0 as returned_count
      from ${billingDays(moment)} b where ${upTo}
    union all
    select p.coe_id, ${lagosDay(initiatedAt)}, false, 0, 0, 0, 0, 0, 0,
           p.total + p.returned_total, p.transactions + p.returned, 0, 0
      from ${moment.rowsOf(payment)} p where ${inside(initiatedAt)}
    union all
    select p.coe_id, ${lagosDay(returnedAt)}, false, 0, 0, 0, 0, 0, 0, 0, 0, r.total, 1
      from ${moment.rowsOf(transactionReturn)} r join ${moment.rowsOf(payment)} p on p.id = r.payment_id
     where ${inside(returnedAt)})`
}
