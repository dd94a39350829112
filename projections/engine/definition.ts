import type { Position } from '#commands/log/event-log.ts'
import type { AnyReadModel, Cell } from '#projections/read-model.ts'
import { BASES, type BaseType, normalCell } from './cells.ts'

/** How the engine carries a column's values; `base` is the SQL type that they are cast to. */
export type Column = {
  readonly name: string
  readonly base: BaseType
  readonly declared: string
  readonly isRequired: boolean
}

/** What of a row is one person's: the columns and what they hold once that person is erased, or the row as a whole. */
export type Personal = {
  readonly of: string
  readonly emptied: ReadonlyMap<string, Cell> | 'row'
}

/** A read model that was checked, with what the engine derives from it. */
export type Definition = {
  readonly model: AnyReadModel
  readonly name: string
  readonly revision: number
  readonly columns: readonly Column[]
  readonly keyColumns: readonly Column[]
  readonly temporal: boolean
  readonly personal: readonly Personal[]
  /** Changes with whatever the tables are made from: tables with another fingerprint are built again. */
  readonly fingerprint: string
  /** Positions that its next tables go around, by decision of an operator. */
  readonly skipped: ReadonlySet<Position>
}

const NAME = /^[a-z][a-z0-9_]{0,39}$/
const INDEX = /^(unique )?\([^;]+\)( (include|where) [^;]+)?$/
/** Columns that the engine adds to temporal tables. */
export const VALID_FROM = 'valid_from'
export const VALID_TO = 'valid_to'

/** Refuses, with an Error that names it, a read model whose tables could not be made or would clash. */
export function define(model: AnyReadModel): Definition {
  const { name, revision, indexes = [], temporal = false, historyIndexes } = model
  const refuse = (why: string): never => {
    throw new Error(`Read model ${name} ${why}`)
  }
  if (!isName(name) || name.endsWith('_history'))
    refuse('needs another name: lower case, digits and single underscores')
  if (!Number.isSafeInteger(revision) || revision < 1) refuse(`cannot have revision ${revision}`)
  const columns = Object.entries(model.columns).map(([column, declared]): Column => {
    if (!isName(column) || column === VALID_FROM || column === VALID_TO) refuse(`cannot have a column ${column}`)
    const [, type] = /^([a-z[\] ]+?)( collate "C")?( not null)?$/.exec(declared) ?? []
    const base = BASES.find((known) => known === type) ?? refuse(`cannot have ${column} as ${declared}`)
    return { name: column, base, declared, isRequired: declared.endsWith('not null') }
  })
  if (model.key.length === 0) refuse('needs a key')
  const keyColumns = model.key.map(
    (key) => columns.find((column) => column.name === key) ?? refuse(`has no column ${key} for its key`),
  )
  for (const index of [...indexes, ...(historyIndexes ?? [])])
    if (!INDEX.test(index)) refuse(`cannot have the index ${index}`)
  if (historyIndexes !== undefined && !temporal) refuse('has indexes of a past that it does not keep')
  const personal = personalIn(model, columns, refuse)
  const { key } = model
  const shape = { columns: model.columns, key, indexes, temporal, historyIndexes, personal: model.personal }
  const fingerprint = JSON.stringify(shape)
  return { model, name, revision, columns, keyColumns, temporal, personal, fingerprint, skipped: new Set() }
}

function personalIn(model: AnyReadModel, columns: readonly Column[], refuse: (why: string) => never) {
  const { personal = [], key, indexes = [], historyIndexes = indexes, temporal = false } = model
  return personal.map(({ of, columns: emptied }): Personal => {
    if (!columns.some(({ name }) => name === of)) refuse(`has no column ${of} for a person`)
    // An erasure must not read whole tables.
    const isFirstIn = (list: readonly string[]) => key[0] === of || list.some((index) => index.startsWith(`(${of}`))
    if (!isFirstIn(indexes) || (temporal && !isFirstIn(historyIndexes))) refuse(`needs an index that begins with ${of}`)
    if (emptied === 'row') return { of, emptied }
    const cells = Object.entries(emptied).map(([name, empty]): readonly [string, Cell] => {
      const column = columns.find((one) => one.name === name) ?? refuse(`has no column ${name} to empty`)
      const cell = normalCell(column.base, empty)
      if (key.includes(name) || name === of || (cell === null && column.isRequired)) refuse(`cannot empty ${name}`)
      return [name, cell]
    })
    return { of, emptied: new Map(cells) }
  })
}

/** Checks all models and that no two have one name. */
export function defineAll(models: readonly AnyReadModel[]): readonly Definition[] {
  const definitions = models.map(define)
  const names = new Set(definitions.map(({ name }) => name))
  if (names.size !== definitions.length) throw new Error('Two read models have one name')
  return definitions
}

// `__` marks the tables of a build under way.
const isName = (name: string): boolean => NAME.test(name) && !name.includes('__')
