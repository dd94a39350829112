import { type RawBuilder, sql } from 'kysely'
import { WORKDAY, WORKDAY_MINUTES } from '#domain/kernel/working-time.ts'
import type { Moment } from '#projections/moment.ts'
import { holiday } from './holiday.ts'

/** One row, `days_off`: the public holidays of a moment between Monday and Friday, in days since 1970-01-01. Give it an alias. */
export const calendarOf = (moment: Moment): RawBuilder<unknown> => sql`(
  select coalesce(array_agg(day - date '1970-01-01' order by day) filter (where extract(isodow from day) < 6), '{}')::int[] as days_off
    from ${moment.rowsOf(holiday)} h)`

/**
 * Working minutes from one instant to another that is not before it, as SQL; `daysOff` is of `calendarOf`. The same as
 * `workingMinutes` of domain/kernel/working-time.ts: a test compares them.
 */
export const minutesBetween = (
  from: RawBuilder<unknown>,
  until: RawBuilder<unknown>,
  daysOff: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(${workedBy(until, daysOff)} - ${workedBy(from, daysOff)})`

function workedBy(instant: RawBuilder<unknown>, daysOff: RawBuilder<unknown>): RawBuilder<unknown> {
  const local = sql`(${instant} at time zone 'Africa/Lagos')`
  const day = sql`(${local}::date - date '1970-01-01')`
  const weekday = sql`extract(isodow from ${local})::int`
  const minute = sql`(extract(hour from ${local}) * 60 + extract(minute from ${local}))::int`
  const [begins, most] = [sql.lit(WORKDAY.from), sql.lit(WORKDAY_MINUTES)]
  // 1970-01-01 was a Thursday, three days into its week.
  return sql`(
    (floor((${day} + 3) / 7.0)::bigint * 5 + least(${weekday} - 1, 5) - width_bucket(${day} - 1, ${daysOff})) * ${most}
    + case when ${weekday} < 6 and ${day} <> all(${daysOff}) then least(greatest(${minute} - ${begins}, 0), ${most}) else 0 end)`
}
