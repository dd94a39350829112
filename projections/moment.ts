import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#commands/log/event-log.ts'
import { asOfTable, valueAsOf } from './as-of.ts'
import type { ReadModel } from './read-model.ts'

type Named<R extends object> = Pick<ReadModel<R>, 'name' | 'columns' | 'key' | 'temporal' | 'unchanging' | 'on'>

/**
 * The read models that an answer shows, all as of one moment: now, or a position of the log. Reports and answers get
 * their tables from it and name none (architecture.md, As of), so that no part of an answer is of another moment. A model
 * that was not declared is refused: nobody waits for it, and nobody is told when it stands still.
 */
export type Moment = {
  readonly isNow: boolean
  /** What to select from for a model's rows; give it an alias. Throws AsOfRefused for a past that is not kept. */
  rowsOf<R extends object>(model: Named<R>): RawBuilder<R>
  /**
   * A person's fact that is kept in their own row: rows of `id` and `value`. `past` is the column (jsonb) with its values
   * by the log position from which each held: unlike a history of versions it goes with the row when the person is erased
   * (decision 0005); `last` is the column with the last. Columns that never change (`fixed`) are given beside it.
   */
  valuesOf<R extends object>(
    model: Named<R>,
    columns: {
      readonly past: keyof R & string
      readonly last: keyof R & string
      readonly fixed?: readonly (keyof R & string)[]
    },
  ): RawBuilder<unknown>
  /** What a column of one row held as of a position of the statement's own, as SQL. */
  valueAt<R extends object>(
    model: Named<R>,
    column: keyof R & string,
    at: { readonly row: RawBuilder<unknown>; readonly position: RawBuilder<unknown> },
  ): RawBuilder<unknown>
  /** The log position that the answer is of, but no further than the model has come, as SQL. */
  positionIn<R extends object>(model: Named<R>): RawBuilder<Position>
}

/** The moment of a position (now when undefined), for an answer that shows these models. */
export function momentOf(models: readonly string[], asOf: Position | undefined): Moment {
  const declared = (name: string): string => {
    if (!models.includes(name)) throw new Error(`Only ${models.join(', ')} are declared to be shown, not ${name}`)
    return name
  }
  return {
    isNow: asOf === undefined,
    rowsOf(model) {
      declared(model.name)
      return asOfTable(model, asOf)
    },
    valuesOf({ name }, { past, last, fixed = [] }) {
      const table = sql.table(declared(name))
      const beside = fixed.map((column) => sql`, ${sql.ref(column)}`)
      // The present has an index to join by; the past is worked out once per statement.
      if (asOf === undefined) return sql`(select id, ${sql.ref(last)} as value${sql.join(beside, sql``)} from ${table})`
      return sql`(
        select distinct on (id) id, value${sql.join(beside, sql``)}
          from ${table} cross join jsonb_each_text(${sql.ref(past)}) as past (since, value)
         where since::bigint <= ${asOf}
         order by id, since::bigint desc)`
    },
    valueAt({ name, key }, column, at) {
      return valueAsOf({ name: declared(name), key }, column, at)
    },
    positionIn({ name }) {
      return sql`(select least(${asOf ?? null}::bigint, position) from read_model where name = ${declared(name)})`
    },
  }
}
