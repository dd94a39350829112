import { sql } from 'kysely'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { columnsOf, type Report } from '#projections/report/report.ts'
import { deadlineOf } from './deadline.ts'
import { AGE_NAMES, STEP_TIME_FIELDS } from './fields.ts'
import { isOfAge } from './waiting-bills.ts'
import { endedWaits, openWaits, WAITS_FROM } from './waits.ts'

/** Waits that ended in a period of Lagos days (YYYY-MM-DD), both included, and those that last `until` then (ISO). */
export type StepTimeFilter = {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly coeId?: string | undefined
  readonly until: string
}

const ended = (end: string) => sql`count(*) filter (where wait_end = ${sql.lit(end)})`

const ages = sql.join(AGE_NAMES.map((age) => sql`count(*) filter (where ${isOfAge(age)}) as ${sql.ref(age)}`))

/** The time in each step of the payment chain, by hospital and office (beyond.md 7). */
export const stepTimesReport: Report<StepTimeFilter> = {
  name: 'time-in-step',
  models: [...WAITS_FROM, 'coe', 'setting'],
  key: sql`t.coe_id || ':' || t.step`,
  defaultSort: { column: 'oldest', descending: true },
  columns: columnsOf(STEP_TIME_FIELDS, {
    coe_id: sql`t.coe_id`,
    coe_name: sql`coalesce(c.name, '')`,
    step: sql`t.step`,
    office: sql`t.step`,
    waiting: sql`coalesce(t.waiting, 0)`,
    late: sql`coalesce(t.late, 0)`,
    waiting_total: sql`coalesce(t.total, 0)`,
    oldest: sql`coalesce(t.oldest, 0)`,
    taken: sql`coalesce(t.taken, 0)`,
    average: sql`coalesce(t.minutes / nullif(t.waits, 0), 0)`,
    longest: sql`coalesce(t.longest, 0)`,
    returned: sql`coalesce(t.returned, 0)`,
    invoiced: sql`coalesce(t.invoiced, 0)`,
    reversed: sql`coalesce(t.reversed, 0)`,
    hours: sql`coalesce(t.minutes, 0)`,
    waiting_hours: sql`coalesce(t.waiting_minutes, 0)`,
    age_1: sql`coalesce(t.age_1, 0)`,
    age_3: sql`coalesce(t.age_3, 0)`,
    age_5: sql`coalesce(t.age_5, 0)`,
    age_10: sql`coalesce(t.age_10, 0)`,
    age_more: sql`coalesce(t.age_more, 0)`,
  }),
  from: (moment, { startDate, endDate, until }) => sql`(
      select coalesce(e.coe_id, w.coe_id) as coe_id, coalesce(e.step, w.step) as step, e.waits, e.taken, e.returned, e.invoiced, e.reversed,
             e.minutes, e.longest, w.waiting, w.late, w.total, w.minutes as waiting_minutes, w.oldest,
             w.age_1, w.age_3, w.age_5, w.age_10, w.age_more
        from (
          select coe_id, waited_for as step, count(*) as waits, ${ended('taken')} + ${ended('answered')} as taken,
                 ${ended('returned')} as returned, ${ended('invoiced')} as invoiced, ${ended('reversed')} as reversed,
                 sum(minutes)::bigint as minutes, max(minutes)::bigint as longest
            from ${endedWaits(moment, { startDate, endDate })} ended group by coe_id, waited_for) e
        full join (
          select coe_id, waits_for as step, count(*) as waiting, sum(total)::numeric as total,
                 count(*) filter (where minutes > ${deadlineOf(moment)} * 60) as late,
                 sum(minutes)::bigint as minutes, max(minutes)::bigint as oldest, ${ages}
            from ${openWaits(moment, until)} lasting group by coe_id, waits_for) w
          on w.coe_id = e.coe_id and w.step = e.step) t
    left join ${moment.rowsOf(coe)} c on c.id = t.coe_id`,
  where: ({ coeId }) => (coeId === undefined ? [] : [sql`t.coe_id = ${coeId}`]),
}
