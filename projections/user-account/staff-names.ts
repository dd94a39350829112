import { type RawBuilder, sql } from 'kysely'
import type { Position } from '../../commands/log/event-log.ts'

/** What to join for the names of staff as of a position (now when undefined): rows of `id` and `name`. Give it an alias. */
export function staffNames(asOf: Position | undefined): RawBuilder<unknown> {
  // The present has an index to join by; the past is worked out once per statement.
  if (asOf === undefined) return sql`(select id, concat_ws(' ', first_name, last_name) as name from user_account)`
  return sql`(
    select distinct on (id) id, name
      from staff_name cross join jsonb_each_text(names) as past (since, name)
     where since::bigint <= ${asOf}
     order by id, since::bigint desc)`
}
