import { plainErrorText } from '#domain/kernel/plain-error.ts'
import type pg from 'pg'
import type { RecordedBatch } from '#commands/log/domain-log.ts'
import type { Position } from '#commands/log/event-log.ts'
import { isRowsFault } from '#projections/postgres.ts'
import { drivenAt, foldWork, workOf } from './apply-batch.ts'
import { notifyMoved } from './checkpoints.ts'
import type { Copier } from './copier.ts'
import type { Definition } from './definition.ts'
import { readErased } from './erasures.ts'
import { FoldFailed } from './fold.ts'
import { createMemoryTable } from './memory-table.ts'
import { keepShape } from './shape.ts'
import { buildingTables } from './table-sql.ts'
import { createTables, dropBuilding, isLockTimeout, swapTables } from './tables.ts'
import { inTransaction } from '#commands/postgres.ts'

/** One model's way from empty tables to serving. The caller holds its build lock and feeds it every batch in order. */
export type Build = {
  readonly name: string
  readonly definition: Definition
  begin(appRole: string, head: Position): Promise<void>
  /** In memory, until `finish`. */
  fold(batch: RecordedBatch): Promise<void>
  cells(): number
  spill(): Promise<void>
  /** Records for others how far it is. */
  note(position: Position): Promise<void>
  /** Ends the folding in memory: everything up to the position is in the tables, with keys and indexes. */
  finish(position: Position): Promise<void>
  /** Keeps a batch that came after `finish`. */
  queue(batch: RecordedBatch): void
  /**
   * Puts the tables into service; `pull` queues the next batch, `head` is the log's. False when readers hold the old ones:
   * try again.
   */
  swap(pull: () => Promise<void>, head: () => Promise<Position>): Promise<boolean>
  /** Cleans up when the error is of the model's making and says so; otherwise does nothing and answers false. */
  fail(error: unknown): Promise<boolean>
}

/** `decided`: by how many decisions of operators the log is read. */
export function createBuild(
  client: pg.ClientBase,
  helper: pg.ClientBase,
  copier: Copier,
  definition: Definition,
  decided: number,
): Build {
  const { name, revision, fingerprint, skipped } = definition
  const erased = new Set<string>()
  const memory = createMemoryTable({ client, helper, copier, erased }, definition)
  const driven = drivenAt(client, definition, buildingTables(name), 0, erased)
  let queued: RecordedBatch[] = []

  /** Folds what is queued into the tables, in the caller's transaction. */
  const foldQueued = async (from: Position): Promise<Position> => {
    let position = from
    for (const batch of queued) {
      if (batch.position <= position) continue
      const work = workOf({ ...driven, position }, batch)
      if (work.failure !== undefined) throw work.failure
      await foldWork(client, work)
      position = batch.position
    }
    return position
  }
  const settle = async () => {
    driven.position = await inTransaction(client, () => foldQueued(driven.position))
    queued = []
  }

  return {
    name,
    definition,
    async begin(appRole, head) {
      await inTransaction(client, async () => {
        await dropBuilding(client, name)
        await client.query('insert into read_model_build (name, revision, position, head) values ($1, $2, 0, $3)', [
          name,
          revision,
          head,
        ])
        await createTables(client, definition, buildingTables(name), appRole)
        for (const person of await readErased(client)) erased.add(person)
      })
    },
    fold: memory.take,
    cells: memory.cells,
    spill: memory.spill,
    async note(position) {
      await client.query('update read_model_build set position = $2 where name = $1', [name, position])
    },
    async finish(position) {
      await memory.finish()
      driven.position = position
    },
    queue(batch) {
      queued.push(batch)
    },

    async swap(pull, head) {
      await settle()
      try {
        driven.position = await inTransaction(client, async () => {
          // From here on the runner of the serving tables waits, so they get no further while we come as far.
          const { rows } = await client.query<{ revision: number; position: Position }>(
            'select revision, position from read_model where name = $1 for update',
            [name],
          )
          const [serving] = rows
          if (serving === undefined)
            throw new FoldFailed(name, driven.position, new Error('it has no tables to replace'))
          if (serving.revision > revision) {
            throw new FoldFailed(name, driven.position, new Error(`revision ${serving.revision} serves already`))
          }
          // The log itself does not come as far as a checkpoint beyond it, which is not waited for.
          const end = await head()
          const reach = serving.position > end ? end : serving.position
          let position = await foldQueued(driven.position)
          while (position < reach) {
            await pull()
            position = await foldQueued(position)
          }
          await swapTables(client, definition)
          await client.query(
            `update read_model set revision = $2, position = $3, fingerprint = $4, skipped = $5, decided = $6, error = null, stopped_at = null
              where name = $1`,
            [name, revision, position, fingerprint, [...skipped], decided],
          )
          await keepShape(client, name)
          await client.query('delete from read_model_build where name = $1', [name])
          await notifyMoved(client, [name], position)
          return position
        })
      } catch (error) {
        if (isLockTimeout(error)) return false // all that was queued is still there
        throw error
      }
      return true
    },

    async fail(error) {
      if (!(error instanceof FoldFailed) && !isRowsFault(error)) return false
      await copier.idle().catch(() => undefined)
      await dropBuilding(client, name)
      await client.query(
        `insert into read_model_build (name, revision, position, head, error, stopped_at) values ($1, $2, 0, 0, $3, $4)`,
        [
          ...[name, revision, plainErrorText(error).slice(0, 2_000)],
          error instanceof FoldFailed ? error.position : null,
        ],
      )
      return true
    },
  }
}
