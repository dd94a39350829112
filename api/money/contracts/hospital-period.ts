import { z } from 'zod'
import { Day } from '#domain/kernel/dates.ts'
import { NairaText } from '#api/contracts/common.ts'
import { HospitalChoice } from '#api/contracts/input.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import { rowOf } from '#api/contracts/row.ts'
import { HOSPITAL_PERIOD_FIELDS } from '#projections/money/hospital-period/fields.ts'

/** What a hospital billed, had initiated, was paid and sent back in a period, and is still to be paid at its end. */
export const HospitalPeriodRow = rowOf(HOSPITAL_PERIOD_FIELDS)
export type HospitalPeriodRow = z.infer<typeof HospitalPeriodRow>

/** The Lagos days of the period, both included; open where one is left out. */
const period = { start_date: Day.optional(), end_date: Day.optional() }

export const HospitalPeriodFilter = z.object({ ...period, coe: HospitalChoice })
export const HospitalPeriodQuery = z.strictObject({ ...period, ...AsOfQuery.shape })

const { billed, paid, reversed, initiated, returned } = HospitalPeriodRow.shape

/** GET /api/report/payments/hospitals/{id}: the same of one hospital, and by month; the months add up to it. */
export const HospitalPeriod = z.object({
  data: HospitalPeriodRow.extend({
    months: z.array(
      z.object({
        month: z.string().describe('YYYY-MM, of Lagos days; the first and last as far as the period goes'),
        billed,
        paid,
        reversed,
        to_pay: NairaText.describe('When the month ended'),
        initiated,
        returned,
      }),
    ),
  }),
})
export type HospitalPeriod = z.infer<typeof HospitalPeriod>['data']
