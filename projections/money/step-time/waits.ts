import { type RawBuilder, sql } from 'kysely'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { Moment } from '#projections/moment.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { calendarOf, minutesBetween } from '#projections/people/holiday/working-time.ts'
import { allOf, inPeriod } from '#projections/report/report.ts'
import { billTick } from './bill-tick.ts'

/** The read models that waits are worked out from. */
export const WAITS_FROM = ['bill_tick', 'holiday', 'transaction'] as const

/** Lagos days (YYYY-MM-DD), both included. */
type Period = { readonly startDate?: string | undefined; readonly endDate?: string | undefined }

const DAYS_OFF = sql`calendar.days_off`

/**
 * The waits that ended in a period, as SQL: `coe_id`, `waited_for`, `wait_end`, and in working minutes how long. Give it an
 * alias.
 */
export function endedWaits(moment: Moment, period: Period): RawBuilder<unknown> {
  const ticks = moment.rowsOf(billTick)
  return sql`(
    select w.coe_id, w.waited_for, w.wait_end, w.minutes - ${pausedWithin(moment, sql`w.ended_at`)} as minutes
      from (
        select t.transaction_id, coalesce(t.waited_for, b.waits_for) as waited_for, t.wait_end, t.at as ended_at, b.at as since,
               coalesce(t.coe_id, (select coe_id from ${ticks} f where f.transaction_id = t.transaction_id
                                    order by f.position limit 1)) as coe_id,
               ${minutesBetween(sql`b.at`, sql`t.at`, DAYS_OFF)} as minutes, calendar.days_off
          from ${ticks} t
          cross join ${calendarOf(moment)} calendar
          cross join lateral (
            select at, waits_for from ${ticks} b
             where b.transaction_id = t.transaction_id and b.position < t.position and b.kind in ('begins', 'ends')
             order by b.position desc limit 1) b
         where ${allOf([sql`t.kind = 'ends'`, ...inPeriod(sql`t.at`, period)])}) w
      cross join lateral (select w.days_off) calendar)`
}

const whens = sql.join(
  PAYMENT_CHAIN.links.map((link) => sql`when ${sql.lit(PAYMENT_CHAIN.statusIn(link.from))} then ${sql.lit(link.step)}`),
  sql` `,
)

/**
 * The waits that last at a moment, as SQL, but of what is disputed, which waits for its dispute and for no office: `coe_id`, `waits_for`, `total` (kobo), `since`, and in working minutes up to
 * `until` how long; `is_invoiced` where the step is its invoice's. Give it an alias.
 */
export function openWaits(moment: Moment, until: string): RawBuilder<unknown> {
  return sql`(
    select w.transaction_id, w.invoice_id, w.coe_id, w.waits_for, w.total, w.since, w.is_invoiced,
           ${minutesWaited(moment, until)} as minutes
      from (
        select x.id as transaction_id, x.coe_id, x.total, x.stands_since as since, x.invoice_id, x.invoice_id is not null as is_invoiced,
               case when x.invoice_id is not null and x.cmd_approved_at is null then 'cmd'
                    when x.returned = 'returned' and x.invoice_id is null then 'answer'
                    else case x.status ${whens} end end as waits_for
          from ${moment.rowsOf(transaction)} x
         where x.billed_at is not null and x.dispute_id is null and x.status = any(${WAITING_IN})) w
      cross join ${calendarOf(moment)} calendar)`
}

/**
 * Working minutes for which a wait `w` (`transaction_id`, `since`) lasts at an instant (ISO), without those in which its clock
 * stood, as SQL; beside it stands a `calendar` of the moment.
 */
export function minutesWaited(moment: Moment, until: string): RawBuilder<unknown> {
  const end = sql`${until}::timestamptz`
  return sql`greatest(0, ${minutesBetween(sql`w.since`, end, DAYS_OFF)} - ${pausedWithin(moment, end)})`
}

const WAITING_IN = sql`array[${sql.join(PAYMENT_CHAIN.links.map(({ from }) => sql.lit(PAYMENT_CHAIN.statusIn(from))))}]`

/** The working minutes for which the clock of a wait `w` stood before an instant. */
function pausedWithin(moment: Moment, end: RawBuilder<unknown>): RawBuilder<unknown> {
  const ticks = moment.rowsOf(billTick)
  const [stood, goesOn] = [sql`greatest(q.at, w.since)`, sql`least(coalesce(r.at, ${end}), ${end})`]
  return sql`coalesce((
    select sum(greatest(0, ${minutesBetween(stood, goesOn, DAYS_OFF)}))
      from ${ticks} q
      left join lateral (
        select at from ${ticks} r
         where r.transaction_id = q.transaction_id and r.position > q.position and r.kind = 'resumes'
         order by r.position limit 1) r on true
     where q.transaction_id = w.transaction_id and q.kind = 'pauses' and q.at < ${end}), 0)::bigint`
}
