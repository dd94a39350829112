import { carrierOf } from './cells.ts'
import { type Column, type Definition, VALID_FROM, VALID_TO } from './definition.ts'

/** The two tables of a read model: the one that serves (or is being built) and its past versions. */
export type TableNames = { readonly live: string; readonly history: string }

export const servingTables = (name: string): TableNames => ({ live: name, history: `${name}_history` })
export const buildingTables = (name: string): TableNames => ({
  live: `${name}__building`,
  history: `${name}_history__building`,
})

const POSITION: Omit<Column, 'name'> = { base: 'bigint', declared: 'bigint not null', isRequired: true }
const positionColumn = (name: string): Column => ({ name, ...POSITION })

/** The columns of the live table, in the order in which rows are carried. */
export const liveColumns = ({ columns, temporal }: Definition): readonly Column[] =>
  temporal ? [...columns, positionColumn(VALID_FROM)] : columns

export const historyColumns = ({ columns }: Definition): readonly Column[] => [
  ...columns,
  positionColumn(VALID_FROM),
  positionColumn(VALID_TO),
]

export const quoted = (name: string): string => `"${name}"`
export const listed = (columns: readonly { readonly name: string }[], prefix = ''): string =>
  columns.map(({ name }) => prefix + quoted(name)).join(', ')

const carriers = (columns: readonly Column[]): string =>
  columns.map(({ base }, index) => `$${index + 1}::${carrierOf(base)}[]`).join(', ')
const cast = (columns: readonly Column[]): string =>
  columns.map(({ name, base }) => (carrierOf(base) === base ? quoted(name) : `${quoted(name)}::${base}`)).join(', ')

/** The statements that work on a model's rows; the parameters of each are one array per column. */
export type TableSql = {
  /** Takes the key columns; gives `liveColumns`. */
  readonly load: string
  /** Takes `liveColumns`. */
  readonly upsert: string
  /** Takes the key columns. */
  readonly remove: string
  /** Takes `historyColumns`. */
  readonly supersede: string
  readonly copyLive: string
  readonly copyHistory: string
}

export function tableSql(definition: Definition, { live, history }: TableNames): TableSql {
  const { keyColumns: key } = definition
  const columns = liveColumns(definition)
  const past = historyColumns(definition)
  const keys = `unnest(${carriers(key)}) as k(${listed(key)})`
  const onKey = key.map(({ name }) => `t.${quoted(name)} = k.${quoted(name)}`).join(' and ')
  const rest = columns.filter(({ name }) => !key.some((column) => column.name === name))
  const change =
    rest.length === 0
      ? 'nothing'
      : `update set ${rest.map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ')}`
  return {
    load: `select ${listed(columns, 't.')} from ${keys} join ${quoted(live)} t on ${onKey}`,
    upsert: `insert into ${quoted(live)} (${listed(columns)})
      select ${cast(columns)} from unnest(${carriers(columns)}) as u(${listed(columns)})
      on conflict (${listed(key)}) do ${change}`,
    remove: `delete from ${quoted(live)} t using ${keys} where ${onKey}`,
    supersede: `insert into ${quoted(history)} (${listed(past)})
      select ${cast(past)} from unnest(${carriers(past)}) as u(${listed(past)})`,
    copyLive: `copy ${quoted(live)} (${listed(columns)}) from stdin`,
    copyHistory: `copy ${quoted(history)} (${listed(past)}) from stdin`,
  }
}

/** Makes the tables without keys and indexes. */
export function createSql(definition: Definition, { live, history }: TableNames): readonly string[] {
  const make = (table: string, columns: readonly Column[]) =>
    `create table ${quoted(table)} (${columns.map(({ name, declared }) => `${quoted(name)} ${declared}`).join(', ')})`
  return definition.temporal
    ? [make(live, liveColumns(definition)), make(history, historyColumns(definition))]
    : [make(live, liveColumns(definition))]
}

/** Postgres names keys and indexes itself: their names would clash while two builds stand side by side. */
export const keySql = ({ keyColumns }: Definition, { live }: TableNames): string =>
  `alter table ${quoted(live)} add primary key (${listed(keyColumns)})`

const UNIQUE = 'unique '

/** What follows the rows of a build: the other indexes, and figures for the planner. The live table's key stands by then. */
export function indexSql(
  { model, keyColumns, temporal }: Definition,
  { live, history }: TableNames,
): { readonly live: readonly string[]; readonly history: readonly string[] } {
  const ofLive: string[] = []
  const ofHistory = [`alter table ${quoted(history)} add primary key (${listed(keyColumns)}, ${quoted(VALID_FROM)})`]
  const { indexes = [], historyIndexes = indexes } = model
  for (const index of indexes) {
    const isUnique = index.startsWith(UNIQUE)
    const what = isUnique ? index.slice(UNIQUE.length) : index
    ofLive.push(`create ${isUnique ? UNIQUE : ''}index on ${quoted(live)} ${what}`)
  }
  // What is unique now was so at every moment, but not over all of them. Between which positions a version stood is in
  // the index, so that those of other moments are passed over without a look at the table.
  const times = `, ${quoted(VALID_FROM)}, ${quoted(VALID_TO)})`
  for (const index of historyIndexes)
    ofHistory.push(`create index on ${quoted(history)} ${index.replace(UNIQUE, '').replace(/\)$/, times)}`)
  ofLive.push(`analyze ${quoted(live)}`)
  ofHistory.push(`analyze ${quoted(history)}`)
  return { live: ofLive, history: temporal ? ofHistory : [] }
}
