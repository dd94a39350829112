import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#commands/log/event-log.ts'
import { ownPast } from '#projections/own-past.ts'
import { staffName } from './staff-name.ts'

/** What to join for the names of staff as of a position (now when undefined): rows of `id` and `name`. Give it an alias. */
export function staffNames(asOf: Position | undefined): RawBuilder<unknown> {
  // The present has an index to join by; the past is worked out once per statement.
  if (asOf === undefined) return sql.table(staffName.name)
  return sql`(select id, value as name from ${ownPast(staffName.name, 'names', asOf)} named)`
}
