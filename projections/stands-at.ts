import type pg from 'pg'
import type { Position } from '#commands/log/event-log.ts'
import { recordedSecond } from './as-of.ts'
import { BEYOND_THE_LOG, isOutdated, readCheckpoints } from './engine/checkpoints.ts'
import { defineAll } from './engine/definition.ts'
import type { AnyReadModel } from './read-model.ts'
import { createDb } from './postgres.ts'

/** A read model that shows less than the log has. */
export type Standing<Name extends string = string> = {
  readonly name: Name
  readonly position: Position
  /** The second (ISO, UTC) up to which it shows what was recorded; null when it shows nothing yet, or nobody knows. */
  readonly at: string | null
}

/** Which of these read models show less than the log has. Never throws: whoever reads meets the fault by himself. */
export type StandsAt = <Name extends string>(models: readonly Name[]) => Promise<readonly Standing<Name>[]>

/** Checkpoints are looked at by who asks, at most this often. */
const LOOK_EVERY_MS = 1_000
/** A model that goes on is behind only when it lacks something for longer than a busy moment takes. */
const LATE_AFTER_MS = 10_000

/** What a look finds for whoever reads: a model that stands still at once, one that goes on once it is late. */
export function createStandsAt({
  pool,
  head,
  models,
  now,
}: {
  readonly pool: pg.Pool
  readonly head: () => Promise<Position>
  readonly models: readonly AnyReadModel[]
  readonly now: () => number
}): StandsAt {
  const definitions = new Map(defineAll(models).map((definition) => [definition.name, definition]))
  const db = createDb<object>(pool)
  /** What a model lacks, and since when. */
  const lacking = new Map<string, { readonly head: Position; readonly since: number }>()
  let standing: ReadonlyMap<string, Standing> = new Map()
  let looked = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  const isLate = (name: string, position: Position, last: Position): boolean => {
    const before = lacking.get(name)
    if (before === undefined || position >= before.head) {
      lacking.set(name, { head: last, since: now() })
      return false
    }
    return now() - before.since > LATE_AFTER_MS
  }

  const look = async () => {
    // The head first: a model that comes further meanwhile only looks better.
    const last = await head()
    const found = new Map<string, Standing>()
    for (const [name, checkpoint] of await readCheckpoints(pool)) {
      const definition = definitions.get(name)
      const { position, error } = checkpoint
      if (definition === undefined || (position >= last && error !== BEYOND_THE_LOG)) {
        lacking.delete(name)
        continue
      }
      const isStill = error !== null || isOutdated(definition, checkpoint) || (checkpoint.isBuilding && position === 0)
      if (!isLate(name, position, last) && !isStill) continue
      const isKnown = position > 0 && error !== BEYOND_THE_LOG
      const at = isKnown ? await recordedSecond(db, position) : undefined
      found.set(name, { name, position, at: at === undefined ? null : new Date(at).toISOString() })
    }
    standing = found
    looked = now()
  }

  return async <Name extends string>(models: readonly Name[]) => {
    if (Math.abs(now() - looked) > LOOK_EVERY_MS)
      await (looking ??= look()
        .catch(() => undefined)
        .finally(() => (looking = undefined)))
    return models.flatMap((name) => {
      const one = standing.get(name)
      return one === undefined ? [] : [{ ...one, name }]
    })
  }
}
