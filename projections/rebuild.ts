import { setTimeout as delay } from 'node:timers/promises'
import type { DomainLog, RecordedBatch } from '#commands/log/domain-log.ts'
import type { Position } from '#commands/log/event-log.ts'
import { showThatItGoesOn } from '#commands/silent-holder.ts'
import { createBuild, type Build } from './engine/build.ts'
import { endSilent, tryLock } from './engine/checkpoints.ts'
import { createCopier } from './engine/copier.ts'
import { defineAll } from './engine/definition.ts'
import { typesOf } from './engine/fold.ts'
import { gathered } from '#commands/log/gather.ts'
import { createSpeed } from './engine/speed.ts'
import type { AnyReadModel } from './read-model.ts'
import { createClient } from './postgres.ts'

/** How a rebuild is coming along. */
export type BuildProgress = {
  readonly models: readonly string[]
  readonly stage: 'folding' | 'indexing' | 'catching up' | 'serving'
  readonly position: Position
  readonly head: Position
  readonly eventsPerSecond: number
}

export type RebuildOptions = {
  readonly log: Pick<DomainLog, 'follow' | 'head' | 'decisions'>
  readonly models: readonly AnyReadModel[]
  /** May make tables; the new ones are given to `appRole`. */
  readonly ownerUrl: string
  readonly appRole: string
  /** The positions that a model goes around (`readSkips`); none when left out. */
  readonly skips?: (model: string) => Promise<ReadonlySet<Position>>
  readonly signal?: AbortSignal
  readonly progress?: (progress: BuildProgress) => void
  /** How many cells (rows times columns) are folded in memory before they are spilled; 24 million when left out. */
  readonly cellsInMemory?: number
}

/** What became of each model; the models of `busy` are being built by another process. */
export type Rebuilt = {
  readonly built: readonly string[]
  readonly failed: ReadonlyMap<string, unknown>
  readonly busy: readonly string[]
}

const FOLD_AT_ONCE = 10_000
const CELLS_IN_MEMORY = 24_000_000
// A crash of Postgres that loses the last commits of a build loses nothing: the build is gone with its process.
const SETTINGS = { synchronous_commit: 'off', maintenance_work_mem: '256MB', enable_seqscan: 'off' }

/**
 * Builds the tables of these models from the first event beside those that serve, with one reading of the log, and
 * swaps them in when they have come as far (architecture.md, Read models). The serving tables are read and kept up to
 * date meanwhile. Nothing is left of a build that is killed but tables that the next one, or the next start, removes.
 * Throws when the database or the log fails; a model that cannot fold an event is told of in `failed` and goes on serving
 * as it is.
 */
export async function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  const { log, ownerUrl, appRole, progress, cellsInMemory = CELLS_IN_MEMORY } = options
  const { skips = async () => new Set<Position>() } = options
  const definitions = await Promise.all(
    defineAll(options.models).map(async (one) => ({ ...one, skipped: await skips(one.name) })),
  )
  // Before the first event is read: what is decided meanwhile may be about what was read.
  const decided = log.decisions().known
  const connecting = { name: 'build', patience: 'hours', settings: SETTINGS } as const
  const [client, helper] = [createClient(ownerUrl, connecting), createClient(ownerUrl, connecting)]
  const stop = new AbortController()
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, options.signal])
  for (const connection of [client, helper]) connection.on('end', () => stop.abort())
  try {
    await Promise.all([client.connect(), helper.connect()])
    showThatItGoesOn(client)
    const copier = createCopier(client)
    const builds: Build[] = []
    const busy: string[] = []
    for (const definition of definitions) {
      if (await tryLock(client, 'build', definition.name))
        builds.push(createBuild(client, helper, copier, definition, decided))
      else busy.push(definition.name)
    }
    if (busy.length > 0) await endSilent(client, 'build')
    const failed = new Map<string, unknown>()
    let going = builds
    /** Runs a step of every build that still goes; one that fails leaves the others alone. */
    const each = async (step: (build: Build) => Promise<void>) => {
      for (const build of [...going]) {
        try {
          await step(build)
        } catch (error) {
          if (!(await build.fail(error))) throw error
          failed.set(build.name, error)
          going = going.filter((other) => other !== build)
        }
      }
    }

    const head = await log.head()
    const speed = createSpeed()
    const tell = (stage: BuildProgress['stage'], position: Position, of: readonly Build[] = going) =>
      progress?.({
        models: of.map(({ name }) => name),
        stage,
        position,
        head: Math.max(head, position),
        eventsPerSecond: speed.perSecond(),
      })
    await each((build) => build.begin(appRole, head))

    const feed = gathered(log.follow(0, signal, typesOf(going.map(({ definition }) => definition))), FOLD_AT_ONCE)
    let position: Position = 0
    const next = async (): Promise<RecordedBatch> => {
      const { value, done } = await feed.next()
      if (done === true) throw new Error('The rebuild was stopped')
      position = value.position
      speed.add(value.count)
      return value
    }
    while (position < head && going.length > 0) {
      const batch = await next()
      await each((build) => build.fold(batch))
      const largest = going.toSorted((one, other) => other.cells() - one.cells())[0]
      const cells = going.reduce((sum, build) => sum + build.cells(), 0)
      if (largest !== undefined && cells > cellsInMemory) await largest.spill()
      if (speed.isDue()) {
        tell('folding', position)
        await each((build) => build.note(position))
      }
    }
    tell('indexing', position)
    await each((build) => build.finish(position))
    tell('catching up', position)
    // What others append meanwhile goes to every build that still waits for its turn to serve.
    const pull = async () => {
      const batch = await next()
      for (const build of going) build.queue(batch)
    }
    const built: string[] = []
    await each(async (build) => {
      const latest = await log.head()
      while (position < latest) await pull()
      for (let pause = 50; !(await build.swap(pull, () => log.head())); pause = Math.min(2_000, pause * 2)) {
        await delay(pause, undefined, { signal })
      }
      going = going.filter((other) => other !== build)
      built.push(build.name)
      tell('serving', position, [build])
    })
    return { built, failed, busy }
  } finally {
    stop.abort()
    await Promise.allSettled([client.end(), helper.end()])
  }
}
