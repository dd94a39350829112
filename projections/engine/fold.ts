import { plainErrorText } from '#domain/kernel/plain-error.ts'
import type { RecordedBatch } from '#commands/log/domain-log.ts'
import { ERASING_TYPES } from '#commands/log/erasing.ts'
import type { Position } from '#commands/log/event-log.ts'
import type { AnyChange, Cell, Row } from '#projections/read-model.ts'
import { normalCell } from './cells.ts'
import type { Definition } from './definition.ts'
import { withoutErased } from './erasures.ts'

/** A row as it stands (undefined: there is none) and the position of the event that made it so. */
export type Held = { readonly row: Row | undefined; readonly validFrom: Position }

/** A row that was superseded, and the positions from and to (exclusive) which it was valid. */
export type Version = { readonly row: Row; readonly validFrom: Position; readonly validTo: Position }

/** What one event does to one row. */
export type Touch = { readonly id: string; readonly position: Position; readonly change: AnyChange }

/** A fold or a handler threw at this event: the model cannot go past it. */
export class FoldFailed extends Error {
  readonly model: string
  readonly position: Position
  constructor(model: string, position: Position, cause: unknown) {
    super(`${model} at position ${position}: ${plainErrorText(cause)}`, { cause })
    this.name = 'FoldFailed'
    this.model = model
    this.position = position
  }
}

/** The event could not be read: nothing in the model is wrong, and it may go on once the event can be. */
export class EventUnread extends FoldFailed {}

/** The text that stands for a key in maps. */
export function idOf({ keyColumns }: Definition, key: readonly unknown[]): string {
  const [column] = keyColumns
  if (keyColumns.length === 1 && column?.base === 'text') return String(key[0])
  // No text column holds U+0000, so keys of several columns cannot run together.
  return keyColumns.map(({ base }, index) => String(normalCell(base, key[index]))).join('\0')
}

/** The event types that any of these models folds: the rest of the log need not be decoded. */
export const typesOf = (definitions: readonly Definition[]): ReadonlySet<string> =>
  new Set(
    definitions.flatMap(({ model, personal }) => [
      ...Object.keys(model.on),
      ...(personal.length === 0 ? [] : ERASING_TYPES),
    ]),
  )

/** Whether a model needs the events of a type. None needs one that nobody knows: what it says is for newer models. */
export const folds = ({ model, personal }: Definition, type: string): boolean =>
  Object.hasOwn(model.on, type) || (personal.length > 0 && ERASING_TYPES.has(type))

/**
 * Every change of a batch after a position and before another, in log order. Throws `FoldFailed` when a handler throws, and
 * `EventUnread` when the model needs what could not be read.
 */
export function touchesIn(
  definition: Definition,
  batch: RecordedBatch,
  after: Position,
  before: Position = Infinity,
): readonly Touch[] {
  const { on, onSecond } = definition.model
  const { skipped } = definition
  const touches: Touch[] = []
  const take = (position: Position, changesOf: () => readonly AnyChange[]) => {
    try {
      for (const change of changesOf()) touches.push({ id: idOf(definition, change.key), position, change })
    } catch (error) {
      throw new FoldFailed(definition.name, position, error)
    }
  }
  for (const { position, type, error } of batch.unread) {
    if (position <= after || position >= before || skipped.has(position) || !folds(definition, type)) continue
    throw new EventUnread(definition.name, position, error)
  }
  for (const recorded of batch.events) {
    const { position, event } = recorded
    if (position <= after || position >= before || skipped.has(position) || !Object.hasOwn(on, event.type)) continue
    const handler = on[event.type]
    if (handler !== undefined) take(position, () => handler(recorded))
  }
  if (onSecond !== undefined) {
    for (const second of batch.seconds) {
      const { position: at } = second
      if (at > after && at < before && !skipped.has(at)) take(second.position, () => onSecond(second))
    }
    touches.sort((one, other) => one.position - other.position)
  }
  return touches
}

/**
 * Folds changes in order into the rows held, and tells of each row that was superseded (only for temporal models).
 * Only what changed goes into `changed`; nothing personal of whoever is in `erased`. Throws `FoldFailed` when a fold throws or makes what its columns cannot hold.
 */
export function foldInto(
  definition: Definition,
  touches: readonly Touch[],
  held: (id: string) => Held | undefined,
  changed: Map<string, Held>,
  erased: ReadonlySet<string>,
  superseded?: (version: Version) => void,
): void {
  for (const { id, position, change } of touches) {
    const before = changed.get(id) ?? held(id)
    const row = before?.row
    let next: Row | undefined
    try {
      // The model's own rows go in, so the fold is of their type.
      next = change.fold(row as never) as Row | undefined
      if (next === row) continue
      if (next !== undefined) next = withoutErased(definition, normalRow(definition, change, next, row), erased)
    } catch (error) {
      throw new FoldFailed(definition.name, position, error)
    }
    // A version that came and went within one event was never there for any position.
    if (superseded !== undefined && before !== undefined && row !== undefined && before.validFrom !== position) {
      superseded({ row, validFrom: before.validFrom, validTo: position })
    }
    changed.set(id, { row: next, validFrom: position })
  }
}

function normalRow({ columns, keyColumns }: Definition, { key }: AnyChange, folded: Row, before: Row | undefined): Row {
  const row: Record<string, Cell> = {}
  for (const { name, base, isRequired } of columns) {
    const value = folded[name]
    // Most cells are those of the row before, which were looked at then.
    const cell = before !== undefined && value !== undefined && before[name] === value ? value : normalCell(base, value)
    if (cell === null && isRequired) throw new TypeError(`${name} must not be null`)
    row[name] = cell
  }
  for (const [index, { name, base }] of keyColumns.entries()) {
    if (row[name] !== normalCell(base, key[index])) throw new TypeError(`The fold left the row of its key in ${name}`)
  }
  return row
}
