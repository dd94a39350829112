import type pg from 'pg'
import type { RecordedBatch } from '#commands/log/domain-log.ts'
import { copied } from './cells.ts'
import { copyInto, type Copier } from './copier.ts'
import type { Column, Definition } from './definition.ts'
import { emptyRows, erasedIn, keepErased } from './erasures.ts'
import { foldInto, type Held, touchesIn } from './fold.ts'
import { createRowStore, historyCells, liveCells } from './rows.ts'
import { buildingTables, historyColumns, indexSql, keySql, listed, liveColumns, quoted, tableSql } from './table-sql.ts'

const CHUNK = 1024 * 1024

/**
 * A model's table folded in memory, for building it fast: rows stay in a map and go to the unindexed table by COPY at
 * the end; past versions go out as they come. When the map grows too big it is spilled, and from then on caches rows.
 */
export type MemoryTable = {
  readonly definition: Definition
  /** Throws `FoldFailed`. */
  take(batch: RecordedBatch): Promise<void>
  /** How many cells are held in memory. */
  cells(): number
  /** Writes out what is in memory and forgets it. */
  spill(): Promise<void>
  /** Writes out everything and makes keys and indexes. */
  finish(): Promise<void>
}

/** `helper` is another connection than `client`, which is the copier's. `erased`: everybody who is known to be. */
export type MemoryTableParts = {
  readonly client: pg.ClientBase
  readonly helper: pg.ClientBase
  readonly copier: Copier
  readonly erased: Set<string>
}

export function createMemoryTable(
  { client, helper, copier, erased }: MemoryTableParts,
  definition: Definition,
): MemoryTable {
  const tables = buildingTables(definition.name)
  const text = tableSql(definition, tables)
  const store = createRowStore(client, definition, tables)
  const live = liveColumns(definition)
  const past = historyColumns(definition)
  let rows = new Map<string, Held>()
  /** The keys of rows that may be in the table and are gone in memory. */
  let keys = new Map<string, readonly unknown[]>()
  /** Who is erased within the log that is folded here: what came before may have been read with their keys. */
  const found = new Set<string>()
  let isSpilled = false
  let history = ''

  const superseded = definition.temporal
    ? (version: Parameters<typeof historyCells>[1]) => {
        history += line(past, historyCells(definition, version))
      }
    : undefined

  async function* liveChunks(): AsyncGenerator<string> {
    let chunk = ''
    for (const { row, validFrom } of rows.values()) {
      if (row === undefined) continue
      chunk += line(live, liveCells(definition, row, validFrom))
      if (chunk.length > CHUNK) {
        yield chunk
        chunk = ''
      }
    }
    if (chunk !== '') yield chunk
  }

  const sendHistory = async () => {
    const chunk = history
    history = ''
    if (chunk !== '') await copier.copy(text.copyHistory, chunk)
  }

  const writeOut = async () => {
    await sendHistory()
    await copier.idle()
    if (!isSpilled) {
      await copyInto(client, text.copyLive, liveChunks())
      await client.query(keySql(definition, tables))
    } else {
      // Rows of earlier spills may be among them.
      await client.query(`create temp table spilled (like ${quoted(tables.live)})`)
      await copyInto(client, `copy spilled (${listed(live)}) from stdin`, liveChunks())
      await client.query(mergeSql(definition, tables.live))
      await client.query('drop table spilled')
      await store.write(new Map([...rows].filter(([, { row }]) => row === undefined)), keys)
    }
    isSpilled = true
    rows = new Map()
    keys = new Map()
  }

  return {
    definition,
    cells: () => rows.size * live.length,

    async take(batch) {
      for (const person of definition.personal.length === 0 ? [] : erasedIn(batch)) {
        found.add(person)
        erased.add(person)
      }
      const touches = touchesIn(definition, batch, 0)
      if (touches.length === 0) return
      if (isSpilled) {
        const loaded = await store.load(touches.filter(({ id }) => !rows.has(id)))
        foldInto(definition, touches, (id) => loaded.get(id), rows, erased, superseded)
        for (const { id, change } of touches) if (rows.get(id)?.row === undefined) keys.set(id, change.key)
      } else foldInto(definition, touches, () => undefined, rows, erased, superseded)
      if (history.length > CHUNK) await sendHistory()
    },

    spill: writeOut,

    async finish() {
      await writeOut()
      // On two connections at once: Postgres builds an index on one core.
      const { live: ofLive, history: ofHistory } = indexSql(definition, tables)
      await Promise.all([runAll(client, ofLive), runAll(helper, ofHistory)])
      if (found.size === 0) return
      await emptyRows(client, definition, tables, [...found])
      await keepErased(client, [...found])
    },
  }
}

async function runAll(client: pg.ClientBase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}

function line(columns: readonly Column[], cells: readonly Parameters<typeof copied>[1][]): string {
  let text = ''
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index]
    if (column === undefined) continue
    text += (index === 0 ? '' : '\t') + copied(column.base, cells[index] ?? null)
  }
  return `${text}\n`
}

function mergeSql(definition: Definition, live: string): string {
  const columns = liveColumns(definition)
  const sets = columns.map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ')
  return `insert into ${quoted(live)} (${listed(columns)}) select ${listed(columns)} from spilled
    on conflict (${listed(definition.keyColumns)}) do update set ${sets}`
}
