import { type RawBuilder, sql } from 'kysely'
import type { Moment } from '#projections/moment.ts'
import { staffName } from './staff-name.ts'

/** What to join for the names of staff at a moment: rows of `id`, `name`, its parts and `profession`. Give it an alias. */
export function staffNames(moment: Moment): RawBuilder<unknown> {
  const named = moment.valuesOf(staffName, { past: 'names', last: 'name', fixed: ['profession'] })
  return sql`(
    select id, first_name || ' ' || last_name as name, first_name, last_name, profession
      from ${named} named cross join jsonb_to_record(value::jsonb) as parts (first_name text, last_name text))`
}
