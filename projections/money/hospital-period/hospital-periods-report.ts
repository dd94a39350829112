import { sql } from 'kysely'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { columnsOf, type Report } from '#projections/report/report.ts'
import { dailyMoves, MOVES_FROM, type Period } from './daily-moves.ts'
import { HOSPITAL_PERIOD_FIELDS } from './fields.ts'
import { openDisputes } from './open-disputes.ts'

export type HospitalPeriodFilter = Period & { readonly coeId?: string | undefined }

/** What each hospital billed, had initiated, was paid and sent back, and is still to be paid, in a period (spec, S074). */
export const hospitalPeriodsReport: Report<HospitalPeriodFilter> = {
  name: 'hospital-periods',
  models: [...MOVES_FROM, 'dispute', 'coe'],
  key: sql`t.coe_id`,
  defaultSort: { column: 'to_pay', descending: true },
  columns: columnsOf(HOSPITAL_PERIOD_FIELDS, {
    coe_id: sql`t.coe_id`,
    coe_name: sql`coalesce(c.name, '')`,
    to_pay_before: sql`t.to_pay_before`,
    billed: sql`t.billed`,
    paid: sql`t.paid`,
    reversed: sql`t.reversed`,
    to_pay: sql`(t.to_pay_before + t.billed - t.paid - t.reversed)`,
    disputed: sql`coalesce(h.disputed, 0)`,
    disputed_count: sql`coalesce(h.disputed_count, 0)`,
    initiated: sql`t.initiated`,
    returned: sql`t.returned`,
    billed_count: sql`t.billed_count`,
    paid_count: sql`t.paid_count`,
    initiated_count: sql`t.initiated_count`,
    returned_count: sql`t.returned_count`,
    reversed_count: sql`t.reversed_count`,
  }),
  from: (moment, { startDate, endDate }) => sql`(
    select coe_id, coalesce(sum(billed - paid - reversed) filter (where is_before), 0)::numeric as to_pay_before,
           ${sql.join(AMOUNTS.map((name) => inside(name, 'numeric')))},
           ${sql.join(COUNTS.map((name) => inside(name, 'bigint')))}
      from ${dailyMoves(moment, { startDate, endDate })} m
     group by coe_id) t
    left join ${moment.rowsOf(coe)} c on c.id = t.coe_id
    left join ${openDisputes(moment)} h on h.coe_id = t.coe_id`,
  where: ({ coeId }) => [
    // A hospital of which there is nothing to say is left out.
    sql`(t.to_pay_before <> 0 or t.billed_count + t.paid_count + t.initiated_count + t.returned_count + t.reversed_count > 0)`,
    ...(coeId === undefined ? [] : [sql`t.coe_id = ${coeId}`]),
  ],
}

const AMOUNTS = ['billed', 'paid', 'reversed', 'initiated', 'returned'] as const
const COUNTS = ['billed_count', 'paid_count', 'reversed_count', 'initiated_count', 'returned_count'] as const
const inside = (name: (typeof AMOUNTS | typeof COUNTS)[number], type: 'numeric' | 'bigint') =>
  sql`coalesce(sum(${sql.ref(name)}) filter (where not is_before), 0)::${sql.raw(type)} as ${sql.ref(name)}`
