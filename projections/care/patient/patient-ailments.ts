import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#commands/log/event-log.ts'
import { ownPast } from '#projections/own-past.ts'
import { patient } from './patient.ts'

/** Each patient's `ailment_id` as of a position, for counting; an erased patient has none at any (decision 0017). */
export function patientAilments(asOf: Position | undefined): RawBuilder<unknown> {
  if (asOf === undefined) return sql`(select ailment_id from ${sql.table(patient.name)})`
  return sql`(select value as ailment_id from ${ownPast(patient.name, 'ailments', asOf)} known)`
}
