import type pg from 'pg'
import type { Row } from '#projections/read-model.ts'
import { carried, normalCell } from './cells.ts'
import type { Column, Definition } from './definition.ts'
import { type Held, idOf, type Touch, type Version } from './fold.ts'
import { historyColumns, liveColumns, type TableNames, tableSql } from './table-sql.ts'

/** The rows of one model in one pair of tables, seen through one connection. */
export type RowStore = {
  /** The rows of these changes that are in the table, by id. */
  load(touches: Iterable<Touch>): Promise<Map<string, Held>>
  /** Writes what a batch made of them: one statement each for rows changed, rows gone and rows superseded. */
  write(changed: ReadonlyMap<string, Held>, keyOf: ReadonlyMap<string, readonly unknown[]>): Promise<void>
  supersede(versions: readonly Version[]): Promise<void>
}

/** How a version's or a row's values stand in the order of columns. */
export const historyCells = ({ columns }: Definition, { row, validFrom, validTo }: Version) => [
  ...columns.map(({ name }) => row[name] ?? null),
  validFrom,
  validTo,
]
export const liveCells = ({ columns, temporal }: Definition, row: Row, validFrom: number) => {
  const cells = columns.map(({ name }) => row[name] ?? null)
  if (temporal) cells.push(validFrom)
  return cells
}

/** Prepares each statement once per connection under a name of its own. */
export function createRowStore(client: pg.ClientBase, definition: Definition, tables: TableNames): RowStore {
  const { keyColumns, columns, temporal } = definition
  const text = tableSql(definition, tables)
  const live = liveColumns(definition)
  const past = historyColumns(definition)
  const statement = (verb: string, sql: string) => ({ name: `${verb} ${tables.live}`, text: sql })
  const arraysOf = (of: readonly Column[], rows: readonly (readonly unknown[])[]) =>
    of.map(({ base }, index) => rows.map((cells) => carried(base, normalCell(base, cells[index]))))

  return {
    async load(touches) {
      const keys = new Map<string, readonly unknown[]>()
      for (const { id, change } of touches) if (!keys.has(id)) keys.set(id, change.key)
      const held = new Map<string, Held>()
      if (keys.size === 0) return held
      const values = arraysOf(keyColumns, [...keys.values()])
      const result = await client.query<unknown[]>({ ...statement('load', text.load), values, rowMode: 'array' })
      for (const cells of result.rows) {
        const row: Record<string, ReturnType<typeof normalCell>> = {}
        for (const [index, { name, base }] of columns.entries()) row[name] = normalCell(base, cells[index])
        const validFrom = temporal ? Number(cells[columns.length]) : 0
        const key = keyColumns.map(({ name }) => row[name])
        held.set(idOf(definition, key), { row, validFrom })
      }
      return held
    },

    async write(changed, keyOf) {
      const rows: (readonly unknown[])[] = []
      const gone: (readonly unknown[])[] = []
      for (const [id, { row, validFrom }] of changed) {
        if (row === undefined) gone.push(keyOf.get(id) ?? [])
        else rows.push(liveCells(definition, row, validFrom))
      }
      if (gone.length > 0) {
        await client.query({ ...statement('remove', text.remove), values: arraysOf(keyColumns, gone) })
      }
      if (rows.length > 0) await client.query({ ...statement('upsert', text.upsert), values: arraysOf(live, rows) })
    },

    async supersede(versions) {
      if (versions.length === 0) return
      const rows = versions.map((version) => historyCells(definition, version))
      await client.query({ ...statement('supersede', text.supersede), values: arraysOf(past, rows) })
    },
  }
}
