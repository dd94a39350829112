import { type RawBuilder, sql } from 'kysely'
import type { Moment } from '#projections/moment.ts'
import { patient } from './patient.ts'

/** Each patient's `ailment_id` at a moment, for counting; an erased patient has none at any (decision 0005). */
export function patientAilments(moment: Moment): RawBuilder<unknown> {
  const known = moment.valuesOf(patient, { past: 'ailments', last: 'ailment_id' })
  return sql`(select value as ailment_id from ${known} known)`
}
