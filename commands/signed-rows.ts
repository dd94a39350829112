import { hash } from 'node:crypto'
import type pg from 'pg'
import type { RowMacs } from './row-macs.ts'
import { signOldRows } from './sign-old-rows.ts'

/** How a column is said, whichever connection read it. */
type Kind = 'text' | 'number' | 'time' | 'bytes' | 'json'
type Value = string | number | Date | Buffer | object | null

/** A table whose rows are each under a MAC (`mac`) with all that they say: one that was changed or put in past the portal is none. */
export type SignedTable<Column extends string = string> = {
  readonly name: string
  /** Its key, of one column, first. */
  readonly columns: Readonly<Record<Column, Kind>>
}
export type Said<Column extends string = string> = Readonly<Record<Column, Value>>

/** All columns of a table, and the MAC, for a query. */
export const columnsOf = ({ columns }: SignedTable): string => [...Object.keys(columns), 'mac'].join(', ')

/** In hex. */
export const rowMac = <C extends string>(macs: RowMacs, table: SignedTable<C>, row: Said<NoInfer<C>>): string =>
  macs.of(table.name, saidBy(table, row))

/** Whether a process of the portal wrote this very row. */
export const isSigned = <C extends string>(
  macs: RowMacs,
  table: SignedTable<C>,
  row: Said<NoInfer<C>> & { readonly mac: string },
): boolean => macs.holds(row.mac, table.name, saidBy(table, row))

/** What a row says, hashed: by it two findings about one row are told apart, and nothing personal is told. */
export const rowHash = <C extends string>(table: SignedTable<C>, row: Said<NoInfer<C>>): string =>
  hash('sha256', JSON.stringify(saidBy(table, row))).slice(0, 16)

const saidBy = <C extends string>({ columns }: SignedTable<C>, row: Said<C>): readonly (string | number | null)[] =>
  (Object.entries(columns) as [C, Kind][]).map(([column, kind]) => {
    const value = row[column]
    return value === null ? null : SAID[kind](value)
  })

const SAID: Readonly<Record<Kind, (value: NonNullable<Value>) => string | number>> = {
  text: String,
  number: Number,
  time(value) {
    const ms = new Date(value as string | Date).getTime()
    return Number.isNaN(ms) ? String(value) : new Date(ms).toISOString()
  },
  bytes: (value) => (value as Buffer).toString('base64'),
  // Postgres keeps the names of an object in an order of its own.
  json: (value) => JSON.stringify(value, (_, one: unknown) => (isObject(one) ? sorted(one) : one)),
}
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const sorted = (value: object) => Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))

/** So many rows of before at once. */
const BATCH = 1_000

/** Takes a table's rows from before they had MACs under theirs, once; `ownerUrl` may change the table. */
export const signOldRowsOf = (pool: pg.Pool, ownerUrl: string, macs: RowMacs, table: SignedTable): Promise<void> =>
  signOldRows(pool, ownerUrl, { table: table.name, column: 'mac' }, async (owner) => {
    const [key = ''] = Object.keys(table.columns)
    for (;;) {
      const { rows } = await owner.query<Said>(
        `select ${columnsOf(table)} from public.${table.name} where mac = '' limit ${BATCH}`,
      )
      await owner.query(
        `update public.${table.name} t set mac = n.mac from unnest($1::text[], $2::text[]) n(key, mac) where t.${key}::text = n.key`,
        [rows.map((row) => row[key]), rows.map((row) => rowMac(macs, table, row))],
      )
      if (rows.length < BATCH) return
    }
  })
