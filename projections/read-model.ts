import type { Recorded, RecordedSecond } from '#commands/log/domain-log.ts'
import type { AnyEvent } from '#domain/kernel/decider.ts'

/**
 * What a column may hold: kobo and positions are bigint (read as checked safe integers), sums of flows numeric (whole, of
 * any size, read as a bigint), times timestamptz (ISO strings).
 */
export type Cell = string | number | bigint | boolean | null | readonly string[] | { readonly [key: string]: unknown }

/** A row of a read model: plain values by column name. */
export type Row = Readonly<Record<string, Cell>>

/** One row that an event touches: its key values, in the order of the model's `key`, and how the event changes it. */
export type Change<R> = {
  readonly key: readonly (string | number)[]
  /** Pure. Gets the row as it is (undefined: none yet), gives the row as it becomes (undefined: none). Never throws. */
  readonly fold: (row: R | undefined) => R | undefined
}

/**
 * What of a row is personal, and whose. The engine empties it when that person is erased, in rows that serve and in their
 * past, and whatever is folded of them later: no model has code for it.
 */
export type PersonalPart<R> = {
  /** The column with the person's id; first in the key or in an index, as their rows are found by it. */
  readonly of: keyof R & string
  /** The personal columns, each with what it holds of an erased person; `row` when the whole row goes with them. */
  readonly columns: { readonly [K in keyof R & string]?: R[K] } | 'row'
}

/**
 * A read model: a table and pure functions `(row, event) -> row` (architecture.md, Read models). Whatever rebuilds it
 * from the log gets the same rows: no clock, no randomness, no look-up in other tables.
 */
export type ReadModel<R extends object = Row, N extends string = string> = {
  /** The table's name. */
  readonly name: N
  /** Raise it to rebuild from the first event beside the table that serves. */
  readonly revision: number
  /** Column name to SQL type (with `not null` where it holds). */
  readonly columns: { readonly [K in keyof R & string]: string }
  readonly key: readonly (keyof R & string)[]
  /** What is personal in a row: no column takes a personal field of an event that is not declared here. */
  readonly personal?: readonly PersonalPart<R>[]
  /** The columns that add up without being numeric, each with why its sum stays a safe integer. */
  readonly bounded?: { readonly [K in keyof R & string]?: string }
  /** Column lists of further indexes, such as `(coe_id, billed_at desc, id)`; `unique` may stand before. */
  readonly indexes?: readonly string[]
  /** Keeps every superseded version of a row in `<name>_history` with the positions it was valid for (as-of reading). */
  readonly temporal?: boolean
  /** The column with a row's log position, in a model whose rows never change: its past is the rows up to a position. */
  readonly unchanging?: keyof R & string
  /**
   * Column lists of the history's indexes; those of `indexes` when left out. The history has many versions of a row, so
   * each index is what a rebuild spends most of its time on: keep those that a list of the past starts from.
   */
  readonly historyIndexes?: readonly string[]
  /** The events it folds, each giving the rows it touches. */
  readonly on: Readonly<Record<string, (event: Recorded) => readonly Change<R>[]>>
  /** Folds the passing of the recorded clock: the last position of each second in which something was recorded. */
  readonly onSecond?: (second: RecordedSecond) => readonly Change<R>[]
}

/** Any read model, whatever its row: what the engine works with. */
export type AnyReadModel = Pick<
  ReadModel,
  'name' | 'revision' | 'columns' | 'indexes' | 'temporal' | 'historyIndexes'
> & {
  readonly key: readonly string[]
  readonly bounded?: Readonly<Record<string, string>>
  readonly personal?: readonly { readonly of: string; readonly columns: Readonly<Record<string, unknown>> | 'row' }[]
  readonly on: Readonly<Record<string, (event: Recorded) => readonly AnyChange[]>>
  readonly onSecond?: (second: RecordedSecond) => readonly AnyChange[]
}

export type AnyChange = Pick<Change<Row>, 'key'> & { readonly fold: (row: never) => object | undefined }

/** The tables of read models, for Kysely: the row of each by its name. */
export type TablesOf<M extends { readonly name: string }> = {
  [K in M as K['name']]: K extends ReadModel<infer R, K['name']> ? R : never
}

/** Types the handlers of a model by the events of a union; the cast is safe because the runner picks by the event's type. */
export function handlers<R extends object, E extends AnyEvent>(table: {
  readonly [T in E['type']]?: (recorded: Recorded<Extract<E, { readonly type: T }>>) => readonly Change<R>[]
}): ReadModel<R>['on'] {
  return table as unknown as ReadModel<R>['on'] // the runner picks each handler by the event's own type
}
