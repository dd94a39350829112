import type { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { HospitalPeriodFilter } from '#api/money/contracts/hospital-period.ts'
import { rowOf } from '#api/contracts/row.ts'
import { STEP_TIME_FIELDS } from '#projections/money/step-time/fields.ts'

/** How long bills waited, and wait, for a step at a hospital: in working minutes. */
export const StepTimeRow = rowOf(STEP_TIME_FIELDS)
export type StepTimeRow = z.infer<typeof StepTimeRow>

/** The Lagos days on which waits ended, both included. */
export const StepTimeFilter = HospitalPeriodFilter.extend({
  until: Instant.optional().describe('Up to when what waits has waited; left out, the moment that is asked for'),
})
