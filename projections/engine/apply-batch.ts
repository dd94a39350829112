import type pg from 'pg'
import type { RecordedBatch } from '#commands/log/domain-log.ts'
import type { Position } from '#commands/log/event-log.ts'
import { isTablesFault } from '#projections/postgres.ts'
import { moveCheckpoints, notifyMoved } from './checkpoints.ts'
import type { Definition } from './definition.ts'
import { emptyRows, erasedIn, keepErased } from './erasures.ts'
import { FoldFailed, foldInto, type Held, type Touch, touchesIn, type Version } from './fold.ts'
import { createRowStore, type RowStore } from './rows.ts'
import type { TableNames } from './table-sql.ts'
import { inTransaction } from '#commands/postgres.ts'

/** A model whose tables one connection keeps up to date. */
export type Driven = {
  readonly definition: Definition
  readonly store: RowStore
  readonly tables: TableNames
  /** Everybody who is known to be erased; the driver's, for all of its models. */
  readonly erased: Set<string>
  /** Where its tables are. */
  position: Position
}

export const drivenAt = (
  client: pg.ClientBase,
  definition: Definition,
  tables: TableNames,
  position: Position,
  erased: Set<string>,
): Driven => ({ definition, store: createRowStore(client, definition, tables), tables, erased, position })

/** The events of a batch that a model folds, found before any transaction begins. */
export type Work = {
  readonly driven: Driven
  readonly touches: readonly Touch[]
  /** Whom the batch erases; of no concern to a model that holds nothing personal. */
  readonly erased: readonly string[]
  /** Where the model will be: the end of the batch, or just before the event that it cannot fold. */
  readonly to: Position
  readonly failure?: FoldFailed
}

/** What a batch means for a model; a handler that throws shortens the work to what came before it. */
export function workOf(driven: Driven, batch: RecordedBatch, failure?: FoldFailed): Work {
  const { definition, position } = driven
  const erased = definition.personal.length === 0 ? [] : erasedIn(batch)
  for (const person of erased) driven.erased.add(person)
  try {
    const touches = touchesIn(definition, batch, position, failure?.position)
    if (failure === undefined) return { driven, touches, erased, to: batch.position }
    return { driven, touches, erased, to: Math.max(position, lastBefore(batch, failure.position)), failure }
  } catch (error) {
    if (!(error instanceof FoldFailed)) throw error
    return workOf(driven, batch, error)
  }
}

function lastBefore({ events, seconds }: RecordedBatch, position: Position): Position {
  const event = events.findLast((recorded) => recorded.position < position)?.position ?? 0
  const second = seconds.findLast((last) => last.position < position)?.position ?? 0
  return Math.max(event, second)
}

/** Loads the rows, folds them in memory in log order, and writes them, in the caller's transaction. Throws `FoldFailed`. */
export async function foldWork(client: pg.ClientBase, work: Work): Promise<void> {
  const { driven, erased } = work
  if (work.touches.length > 0) await foldTouches(work)
  if (erased.length === 0) return
  await emptyRows(client, driven.definition, driven.tables, erased)
  await keepErased(client, erased)
}

async function foldTouches({ driven: { definition, store, erased }, touches }: Work): Promise<void> {
  const held = await store.load(touches)
  const changed = new Map<string, Held>()
  const versions: Version[] = []
  const supersede = definition.temporal ? (version: Version) => versions.push(version) : undefined
  foldInto(definition, touches, (id) => held.get(id), changed, erased, supersede)
  const keys = new Map(touches.map(({ id, change }) => [id, change.key]))
  await store.supersede(versions)
  await store.write(changed, keys)
}

/** What became of a batch: which models cannot go on, and why. */
export type Stopped = { readonly driven: Driven; readonly error: unknown }

/**
 * Takes a batch into the tables of all these models in one transaction, rows and checkpoints together. A model that
 * cannot fold or write it gets as far as it can and is returned; the others go on. Throws `CheckpointMoved`, and
 * whatever is not the model's fault, with nothing written.
 */
export async function applyBatch(
  client: pg.ClientBase,
  all: readonly Driven[],
  batch: RecordedBatch,
): Promise<readonly Stopped[]> {
  let works = all.filter(({ position }) => position < batch.position).map((driven) => workOf(driven, batch))
  for (;;) {
    try {
      await commitWorks(client, works)
      return works.flatMap(({ driven, failure }) => (failure === undefined ? [] : [{ driven, error: failure }]))
    } catch (error) {
      if (error instanceof FoldFailed) {
        works = works.map((work) =>
          work.driven.definition.name === error.model ? workOf(work.driven, batch, error) : work,
        )
      } else if (isTablesFault(error)) return oneByOne(client, works)
      else throw error
    }
  }
}

/** When Postgres refuses some model's rows, or somebody wrote what nobody can read there, each on its own shows whose. */
async function oneByOne(client: pg.ClientBase, works: readonly Work[]): Promise<readonly Stopped[]> {
  const stopped: Stopped[] = []
  for (const work of works) {
    try {
      await commitWorks(client, [work])
      if (work.failure !== undefined) stopped.push({ driven: work.driven, error: work.failure })
    } catch (error) {
      if (!isTablesFault(error) && !(error instanceof FoldFailed)) throw error
      const failure = await eventByEvent(client, work)
      if (failure !== undefined) stopped.push({ driven: work.driven, error: failure })
    }
  }
  return stopped
}

/** As far as it goes, each event on its own; gives the one that cannot be taken. */
async function eventByEvent(client: pg.ClientBase, { driven, touches, erased }: Work): Promise<FoldFailed | undefined> {
  for (const position of new Set(touches.map((touch) => touch.position))) {
    try {
      const own = touches.filter((touch) => touch.position === position)
      await commitWorks(client, [{ driven, touches: own, erased, to: position }])
    } catch (error) {
      if (error instanceof FoldFailed) return error
      if (!isTablesFault(error)) throw error
      return new FoldFailed(driven.definition.name, position, error)
    }
  }
  return undefined
}

async function commitWorks(client: pg.ClientBase, works: readonly Work[]): Promise<void> {
  const going = works.filter(({ driven, to }) => to > driven.position)
  if (going.length === 0) return
  await inTransaction(client, async () => {
    await moveCheckpoints(
      client,
      going.map(({ driven, to }) => ({ definition: driven.definition, from: driven.position, to })),
    )
    for (const work of going) await foldWork(client, work)
    const position = Math.min(...going.map(({ to }) => to))
    const names = going.map(({ driven }) => driven.definition.name)
    await notifyMoved(client, names, position)
  })
  for (const { driven, to } of going) driven.position = to
}
