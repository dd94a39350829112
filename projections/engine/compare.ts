import { hash } from 'node:crypto'
import type pg from 'pg'
import type { Position } from '#commands/log/event-log.ts'
import type { Pace } from '#commands/log/verify/pace.ts'
import { type Column, type Definition, VALID_FROM } from './definition.ts'
import { buildingTables, historyColumns, listed, liveColumns, quoted, servingTables } from './table-sql.ts'

/** A cell of a serving table that is not what the log gives. A value that is personal is never told. */
type WrongCell = {
  readonly table: string
  /** The key's values, by comma. */
  readonly key: string
  /** Undefined when the row as a whole is missing, or should not be there. */
  readonly column?: string
  readonly expected: string
  readonly found: string
  /** The event that made the row what it is, in a model that keeps its past. */
  readonly position?: Position
}

/** What a table that serves comes to beside the one that was folded from the log. */
export type Compared = {
  readonly rows: number
  readonly wrong: readonly WrongCell[]
  readonly wrongRows: number
  /** Over all that is wrong, also what is not told (hex). */
  readonly digest: string
}

/** Told row by row; of more, how many. */
const TOLD = 100
/** So many rows are compared in the time in which one event is folded into all models. */
const ROWS_PER_EVENT = 50
const LONGEST_VALUE = 120
const WITHHELD = 'a personal value'

type Pair = {
  readonly live: string
  readonly folded: string
  readonly key: readonly Column[]
  readonly columns: readonly Column[]
}

type Comparing = {
  readonly pace: Pace
  /** People whose rows are passed over. */
  readonly passedOver: readonly string[]
}

/** Whether a model's serving tables have every column of those in which the log was folded, of the same type. */
export async function hasColumnsToCompare(client: pg.ClientBase, { name }: Definition): Promise<boolean> {
  const [serving, folded] = [servingTables(name), buildingTables(name)]
  const { rowCount } = await client.query(
    `select from unnest($1::text[], $2::text[]) t(serving, folded)
       join pg_attribute f on f.attrelid = to_regclass(t.folded) and f.attnum > 0
       left join pg_attribute s on s.attrelid = to_regclass(t.serving) and s.attname = f.attname and not s.attisdropped
      where row(s.atttypid, s.atttypmod, s.attcollation) is distinct from row(f.atttypid, f.atttypmod, f.attcollation)
      limit 1`,
    [
      [serving.live, serving.history],
      [folded.live, folded.history],
    ],
  )
  return rowCount === 0
}

/**
 * Holds a model's serving tables, its past too, against those in which the log was folded (`buildingTables`): stretch by
 * stretch of their keys, at a pace. For one snapshot.
 */
export async function compareTables(
  client: pg.ClientBase,
  definition: Definition,
  comparing: Comparing,
): Promise<Compared> {
  const [serving, folded] = [servingTables(definition.name), buildingTables(definition.name)]
  const { keyColumns: key, temporal } = definition
  const validFrom = historyColumns(definition).filter(({ name }) => name === VALID_FROM)
  const live = { live: serving.live, folded: folded.live, key, columns: liveColumns(definition) }
  const past = {
    live: serving.history,
    folded: folded.history,
    key: [...key, ...validFrom],
    columns: historyColumns(definition),
  }
  let all: Compared = { rows: 0, wrong: [], wrongRows: 0, digest: '' }
  for (const pair of temporal ? [live, past] : [live])
    for (let after: readonly string[] | undefined = []; after !== undefined;) {
      const upTo = await nextKey(client, pair, after, ROWS_PER_EVENT * comparing.pace.atOnce)
      const part = await compareStretch(client, definition, pair, { after, upTo }, comparing.passedOver)
      all = {
        rows: all.rows + part.rows,
        wrong: [...all.wrong, ...part.wrong].slice(0, TOLD),
        wrongRows: all.wrongRows + part.wrongRows,
        digest: part.wrong.length === 0 ? all.digest : hash('sha256', JSON.stringify([all.digest, part.wrong])),
      }
      after = upTo
      await comparing.pace.rest()
    }
  return all
}

/** A key's values as text: behind it, up to it. None behind which all is; undefined for no end. */
type Stretch = { readonly after: readonly string[]; readonly upTo: readonly string[] | undefined }

/** Up to which key the next so many rows of either table go; undefined when none has as many. */
async function nextKey(
  client: pg.ClientBase,
  { live, folded, key }: Pair,
  after: readonly string[],
  rows: number,
): Promise<readonly string[] | undefined> {
  const from = (table: string) =>
    `(select ${listed(key)} from ${quoted(table)} where ${isBehind(key, 1, after)}
       order by ${listed(key)} offset ${rows} limit 1)`
  const found = await client.query<string[]>({
    text: `select ${key.map(({ name }) => `${quoted(name)}::text`).join(', ')}
             from (${from(live)} union all ${from(folded)}) k order by ${listed(key, 'k.')} limit 1`,
    values: [...after],
    rowMode: 'array',
  })
  return found.rows[0]
}

const rowOf = (key: readonly Column[], first: number) =>
  `row(${key.map(({ base }, index) => `$${first + index}::text::${base}`).join(', ')})`
const isBehind = (key: readonly Column[], first: number, after: readonly string[]) =>
  after.length === 0 ? 'true' : `row(${listed(key)}) > ${rowOf(key, first)}`

async function compareStretch(
  client: pg.ClientBase,
  definition: Definition,
  pair: Pair,
  { after, upTo = [] }: Stretch,
  passedOver: readonly string[],
): Promise<Omit<Compared, 'digest'>> {
  const { live, folded, key, columns } = pair
  const values = [passedOver, ...after, ...upTo]
  const within = [
    isBehind(key, 2, after),
    ...(upTo.length === 0 ? [] : [`row(${listed(key)}) <= ${rowOf(key, 2 + after.length)}`]),
    ...definition.personal.map(({ of }) => `coalesce(${quoted(of)}::text, '') <> all($1::text[])`),
  ].join(' and ')
  const rowsOf = (table: string) =>
    `(select ctid, * from ${quoted(table)} where cardinality($1::text[]) >= 0 and ${within})`
  const cells = (alias: string) => columns.map(({ name }) => `${alias}.${quoted(name)}::text`).join(', ')
  const onKey = key.map(({ name }) => `l.${quoted(name)} = f.${quoted(name)}`).join(' and ')
  const { rows } = await client.query<unknown[]>({
    text: `select l.ctid is not null, f.ctid is not null, ${cells('l')}, ${cells('f')}
             from ${rowsOf(live)} l full join ${rowsOf(folded)} f on ${onKey}
            where row(${listed(columns, 'l.')}) is distinct from row(${listed(columns, 'f.')}) order by ${listed(key, 'l.')}, ${listed(key, 'f.')}`,
    values,
    rowMode: 'array',
  })
  const counted = await client.query<{ found: string; expected: string }>(
    `select (select count(*) from ${rowsOf(live)} l)::text as found,
            (select count(*) from ${rowsOf(folded)} f)::text as expected`,
    values,
  )
  const { found = '0', expected = '0' } = counted.rows[0] ?? {}
  const wrong = rows.flatMap((row) => wrongIn(definition, pair, row))
  // The same row twice, past the key that a table had once.
  if (rows.length === 0 && found !== expected)
    wrong.push({ table: live, key: 'all', expected: `${expected} rows`, found: `${found} rows` })
  return { rows: Number(found), wrong, wrongRows: rows.length === 0 ? wrong.length : rows.length }
}

function wrongIn({ personal }: Definition, { live, key, columns }: Pair, row: readonly unknown[]): WrongCell[] {
  const [isFound, isExpected, ...cells] = row
  const texts = cells.map((cell) => (cell === null ? 'null' : String(cell)))
  const [foundCells, expectedCells] = [texts.slice(0, columns.length), texts.slice(columns.length)]
  const there = isFound === true ? foundCells : expectedCells
  const cellOf = (name: string) => there[columns.findIndex((column) => column.name === name)]
  const validFrom = cellOf(VALID_FROM)
  const place = {
    table: live,
    key: key.map(({ name }) => cellOf(name)).join(', '),
    ...(validFrom === undefined ? {} : { position: Number(validFrom) }),
  }
  if (isFound !== true) return [{ ...place, expected: 'a row', found: 'none' }]
  const isKey = (name: string) => key.some((column) => column.name === name)
  const isPersonal = (name: string) =>
    personal.some(({ of, emptied }) => (emptied === 'row' ? name !== of && !isKey(name) : emptied.has(name)))
  const said = (name: string, text: string) => (isPersonal(name) ? WITHHELD : shortened(text))
  if (isExpected !== true) {
    const told = columns.map(({ name }, index) => (isPersonal(name) ? '' : foundCells[index]))
    return [{ ...place, expected: 'no row', found: `one: ${hash('sha256', JSON.stringify(told))}` }]
  }
  return columns.flatMap(({ name }, index): WrongCell[] => {
    const [found = '', expected = ''] = [foundCells[index], expectedCells[index]]
    if (found === expected) return []
    const [one, other] = [said(name, expected), said(name, found)]
    return [{ ...place, column: name, expected: one, found: one === other && one === WITHHELD ? 'another' : other }]
  })
}

/** Of a long value its beginning, and the hash of all of it: one that is changed once more is another. */
const shortened = (text: string): string =>
  text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)} (${hash('sha256', text)})`
