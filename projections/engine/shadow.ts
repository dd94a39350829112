import type pg from 'pg'
import type { RecordedBatch } from '#commands/log/domain-log.ts'
import type { Position } from '#commands/log/event-log.ts'
import { drivenAt, foldWork, workOf } from './apply-batch.ts'
import { createCopier } from './copier.ts'
import type { Definition } from './definition.ts'
import { createMemoryTable } from './memory-table.ts'
import { buildingTables, createSql, quoted } from './table-sql.ts'

/** A model folded from the log beside the tables that serve, to hold them against. */
export type Shadow = {
  readonly definition: Definition
  /** Folds a batch in memory, until `finish`. Throws `FoldFailed`. */
  take(batch: RecordedBatch): Promise<void>
  cells(): number
  spill(): Promise<void>
  /** Ends the folding in memory: what was taken up to the position is in its tables. */
  finish(position: Position): Promise<void>
  /** Folds a batch on, after `finish`. Throws `FoldFailed`. */
  follow(batch: RecordedBatch): Promise<void>
  drop(): Promise<void>
}

/**
 * Lets whatever is made on a connection from here on be its own, seen by nobody else and gone with it: no table that
 * serves is written to, and none is left of a connection that was cut. Reading finds what serves, where there is nothing
 * of its own.
 */
export async function makeOwnTables(client: pg.ClientBase): Promise<void> {
  await client.query(`select set_config('search_path', 'pg_temp, ' || current_setting('search_path'), false)`)
  await client.query('create table erased_person (person_id text primary key)')
}

/** On a connection with tables of its own. `erased`: everybody who is known to be. */
export async function createShadow(
  client: pg.ClientBase,
  definition: Definition,
  erased: ReadonlySet<string>,
): Promise<Shadow> {
  const tables = buildingTables(definition.name)
  for (const statement of createSql(definition, tables)) await client.query(statement)
  // Without the indexes by which others search.
  const bare = { ...definition, model: { ...definition.model, indexes: [], historyIndexes: [] } }
  const known = new Set(erased)
  const memory = createMemoryTable({ client, helper: client, copier: createCopier(client), erased: known }, bare)
  const driven = drivenAt(client, definition, tables, 0, known)
  return {
    definition,
    take: memory.take,
    cells: memory.cells,
    spill: memory.spill,
    async finish(position) {
      await memory.finish()
      driven.position = position
    },
    async follow(batch) {
      const work = workOf(driven, batch)
      if (work.failure !== undefined) throw work.failure
      await foldWork(client, work)
      driven.position = batch.position
    },
    async drop() {
      await client.query(`drop table if exists ${quoted(tables.live)}, ${quoted(tables.history)}`)
    },
  }
}
