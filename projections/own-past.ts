import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#commands/log/event-log.ts'

/**
 * What a person's fact was as of a position: rows of `id` and `value`. `column` is jsonb that keeps its own past, from
 * log position to value: unlike a history of versions it goes with the row when the person is erased (decision 0017).
 */
export function ownPast(table: string, column: string, asOf: Position): RawBuilder<unknown> {
  return sql`(
    select distinct on (id) id, value
      from ${sql.table(table)} cross join jsonb_each_text(${sql.ref(column)}) as past (since, value)
     where since::bigint <= ${asOf}
     order by id, since::bigint desc)`
}
