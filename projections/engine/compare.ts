import type pg from 'pg'
import type { Position } from '#commands/log/event-log.ts'
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
type Compared = { readonly rows: number; readonly wrong: readonly WrongCell[]; readonly wrongRows: number }

/** Told row by row; of more, how many. */
const TOLD = 100
const LONGEST_VALUE = 120
const WITHHELD = 'a personal value'

type Pair = {
  readonly live: string
  readonly folded: string
  readonly key: readonly Column[]
  readonly columns: readonly Column[]
}

/** Holds a model's serving tables, its past too, against those in which the log was folded (`buildingTables`). */
export async function compareTables(client: pg.ClientBase, definition: Definition): Promise<Compared> {
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
  const compared: Compared[] = []
  for (const pair of temporal ? [live, past] : [live]) compared.push(await comparePair(client, definition, pair))
  return {
    rows: compared.reduce((sum, { rows }) => sum + rows, 0),
    wrong: compared.flatMap(({ wrong }) => wrong),
    wrongRows: compared.reduce((sum, { wrongRows }) => sum + wrongRows, 0),
  }
}

async function comparePair(client: pg.ClientBase, definition: Definition, pair: Pair): Promise<Compared> {
  const { live, folded, key, columns } = pair
  const cells = (alias: string) => columns.map(({ name }) => `${alias}.${quoted(name)}::text`).join(', ')
  const onKey = key.map(({ name }) => `l.${quoted(name)} = f.${quoted(name)}`).join(' and ')
  const { rows } = await client.query<unknown[]>({
    text: `select count(*) over (), l.ctid is not null, f.ctid is not null, ${cells('l')}, ${cells('f')}
             from ${quoted(live)} l full join ${quoted(folded)} f on ${onKey}
            where row(${listed(columns, 'l.')}) is distinct from row(${listed(columns, 'f.')}) limit ${TOLD}`,
    rowMode: 'array',
  })
  const counted = await client.query<{ found: string; expected: string }>(
    `select (select count(*) from ${quoted(live)})::text as found, (select count(*) from ${quoted(folded)})::text as expected`,
  )
  const { found = '0', expected = '0' } = counted.rows[0] ?? {}
  const wrong = rows.flatMap((row) => wrongIn(definition, pair, row))
  // The same row twice, past the key that a table had once.
  if (rows.length === 0 && found !== expected)
    wrong.push({ table: live, key: 'all', expected: `${expected} rows`, found: `${found} rows` })
  const wrongRows = rows.length === 0 ? wrong.length : Number(rows[0]?.[0])
  return { rows: Number(found), wrong, wrongRows }
}

function wrongIn({ personal }: Definition, { live, key, columns }: Pair, row: readonly unknown[]): WrongCell[] {
  const [, isFound, isExpected, ...cells] = row
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
  if (isExpected !== true) return [{ ...place, expected: 'no row', found: 'one' }]
  const isKey = (name: string) => key.some((column) => column.name === name)
  const isPersonal = (name: string) =>
    personal.some(({ of, emptied }) => (emptied === 'row' ? name !== of && !isKey(name) : emptied.has(name)))
  const said = (name: string, text: string) => (isPersonal(name) ? WITHHELD : text.slice(0, LONGEST_VALUE))
  return columns.flatMap(({ name }, index): WrongCell[] => {
    const [found = '', expected = ''] = [foundCells[index], expectedCells[index]]
    if (found === expected) return []
    const [one, other] = [said(name, expected), said(name, found)]
    return [{ ...place, column: name, expected: one, found: one === other && one === WITHHELD ? 'another' : other }]
  })
}
