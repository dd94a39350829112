import { plainErrorText } from '#domain/kernel/plain-error.ts'
import { once } from 'node:events'
import type Emittery from 'emittery'
import type { Decisions } from '#commands/log/decisions.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import type { Position } from '#commands/log/event-log.ts'
import { ConnectionLost } from '#commands/postgres.ts'
import { showThatItGoesOn } from '#commands/silent-holder.ts'
import type { ReadModelEvents } from '#projections/caught-up.ts'
import { createClient } from '#projections/postgres.ts'
import { applyBatch, type Driven, drivenAt } from './apply-batch.ts'
import {
  BEYOND_THE_LOG,
  type Checkpoint,
  CheckpointMoved,
  endSilent,
  isOutdated,
  notifyLook,
  readCheckpoints,
  recordStop,
  tryLock,
  unlock,
} from './checkpoints.ts'
import { isOutOfLine } from './decided.ts'
import type { Definition } from './definition.ts'
import { readErased } from './erasures.ts'
import { EventUnread, FoldFailed, typesOf } from './fold.ts'
import { gathered } from '#commands/log/gather.ts'
import { findChanged, TABLES_CHANGED } from './shape.ts'
import { servingTables } from './table-sql.ts'

/** One connection's time as a runner: its locks and its transactions end with it. */
export type Session = { run(signal: AbortSignal): Promise<void>; end(): Promise<void> }

/** What a session works with. */
export type SessionOptions = {
  readonly log: Pick<DomainLog, 'follow' | 'head' | 'decisions' | 'onDecided'>
  /** Reads and writes rows, as the app's role. Not through a pooler that shares sessions: the locks belong to one. */
  readonly appUrl: string
  /** Told of every checkpoint that moves, for `createCaughtUp` in the same process. */
  readonly events?: Emittery<ReadModelEvents>
  /** The positions that models go around when they are built; none when left out. */
  readonly skips?: (model: string) => Promise<ReadonlySet<Position>>
  /** A model that has no rows yet and is this many positions behind is built in memory; 20,000 when left out. */
  readonly buildAbove?: number
  /** How often (ms) a runner looks whether another one gave up a model; 1,000 when left out. */
  readonly lookEvery?: number
  /** How often (ms), while it has all, whether their tables are still there; 30,000 when left out. */
  readonly lookWhenComplete?: number
}

export type SessionHost = {
  readonly report: (message: string, error?: unknown) => void
  /** Asks for models to be built. */
  readonly build: (names: readonly string[]) => void
  /** Whether models are being built in this process. */
  readonly isBuilding: () => boolean
  /** Calls back when models have been built; what it returns ends that. */
  readonly onBuilt: (look: () => void) => () => void
  /** Notes that the tables of these have folded nothing that these decisions leave out, which the app's role may not say. */
  readonly noteDecided: (inLine: readonly Definition[], decisions: Decisions) => Promise<void>
}

const FOLD_AT_ONCE = 5_000
/** After how many ms an event that could not be read is tried again: a key, or the event itself, may have been restored. */
const READ_AGAIN_AFTER = 30_000
/*
 * Losing the last commits in a crash of Postgres loses their checkpoints with them, so they need not wait for the disk.
 * Plans are made while tables are small and kept while they grow: they must be those for big ones.
 */
const SETTINGS = {
  synchronous_commit: 'off',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
}

export async function createSession(
  options: SessionOptions,
  definitions: readonly Definition[],
  { report, build, isBuilding, onBuilt, noteDecided }: SessionHost,
): Promise<Session> {
  const { log, events, buildAbove = 20_000, skips = async () => new Set<Position>() } = options
  // Only an event that needs a table that is gone would tell otherwise.
  const { lookEvery = 1_000, lookWhenComplete = 30_000 } = options
  const client = createClient(options.appUrl, { name: 'read models', patience: 'batch', settings: SETTINGS })
  const lost = new AbortController()
  client.on('end', () => lost.abort())
  await client.connect()
  showThatItGoesOn(client)

  const locked = new Set<string>()
  /** Models that stand still: the checkpoint at which they do, and until when (ms), or what is decided, it is not tried again. */
  const stopped = new Map<string, { readonly at: Position; readonly until: number; readonly decided: number }>()
  const reported = new Set<string>()
  const reportOnce = (message: string) => {
    if (!reported.has(message)) report(message)
    reported.add(message)
  }

  /** Which models this session drives now, and which ones it should look for again later. */
  const plan = async (): Promise<{ driven: readonly Driven[]; isComplete: boolean }> => {
    const changed = await findChanged(client)
    const checkpoints = await readCheckpoints(client)
    const decisions = log.decisions()
    const head = await log.head()
    const erased = await readErased(client)
    const driven: Driven[] = []
    const toBuild: string[] = []
    const inLine: Definition[] = []
    let isDrivenElsewhere = false
    for (const definition of definitions) {
      const { name, revision } = definition
      const checkpoint = checkpoints.get(name)
      if (checkpoint === undefined) throw new Error(`Read model ${name} has lost its checkpoint`)
      if (checkpoint.revision > revision) {
        reportOnce(
          `Read model ${name} serves in revision ${checkpoint.revision}; this version of the app has ${revision}`,
        )
        if (locked.delete(name)) await unlock(client, 'drive', name)
        continue
      }
      // The checkpoints were read first: a log that only grows cannot be behind them.
      if (checkpoint.position > head) {
        await standBeyond(definition, checkpoint, head)
        continue
      }
      if (checkpoint.error === BEYOND_THE_LOG) await recordStop(client, definition, null, null)
      if (changed.has(name)) reportOnce(`Read model ${name}: ${TABLES_CHANGED}`)
      const isNew = checkpoint.position === 0
      // Before the first event the log has nothing to follow: somebody else wrote there.
      const isNowhere = checkpoint.position < 0
      const isToBuild = isOutdated(definition, checkpoint) || changed.has(name) || isNowhere
      if (isToBuild || (isNew && (await isForBuilder(name, head)))) {
        toBuild.push(name)
        continue
      }
      if (checkpoint.decided < decisions.known) {
        if (isOutOfLine(definition, checkpoint, decisions)) toBuild.push(name)
        else inLine.push(definition)
      }
      if (!locked.has(name) && !(await tryLock(client, 'drive', name))) {
        isDrivenElsewhere = true
        continue
      }
      locked.add(name)
      const still = stopped.get(name)
      const isSame = still?.at === checkpoint.position && still.decided === decisions.known
      if (isSame && checkpoint.error !== null && performance.now() < still.until) continue
      stopped.delete(name)
      driven.push(drivenAt(client, definition, servingTables(name), checkpoint.position, erased))
    }
    if (toBuild.length > 0) build(toBuild)
    if (inLine.length > 0) await noteDecided(inLine, decisions)
    if (isDrivenElsewhere) await endSilent(client, 'drive')
    return { driven, isComplete: driven.length === definitions.length && !isBuilding() }
  }

  /** Whether a model without rows is built: because it has far to go, or has to go around something. */
  const isForBuilder = async (name: string, head: Position): Promise<boolean> =>
    head > buildAbove || (head > 0 && (await skips(name)).size > 0)

  const stopModel = async ({ definition, position }: Driven, error: unknown) => {
    const message = plainErrorText(error)
    await recordStop(client, definition, message, error instanceof FoldFailed ? error.position : null)
    const { name } = definition
    const until = error instanceof EventUnread ? performance.now() + READ_AGAIN_AFTER : Infinity
    stopped.set(name, { at: position, until, decided: log.decisions().known })
    report(`Read model ${name} stands still at ${position}`, error)
  }

  const standBeyond = async (definition: Definition, { position, error }: Checkpoint, head: Position) => {
    reportOnce(`Read model ${definition.name} has come to ${position}, the log ends at ${head}: ${BEYOND_THE_LOG}`)
    if (error === BEYOND_THE_LOG) return
    await recordStop(client, definition, BEYOND_THE_LOG, null)
    await notifyLook(client)
  }

  /** Follows the log for these models until the signal aborts or one of them stops. */
  const drive = async (driven: readonly Driven[], signal: AbortSignal) => {
    const from = Math.min(...driven.map(({ position }) => position))
    const types = typesOf(driven.map(({ definition }) => definition))
    for await (const batch of gathered(log.follow(from, signal, types), FOLD_AT_ONCE)) {
      if (signal.aborted) return
      const failures = await applyBatch(client, driven, batch)
      const moved = driven
        .filter(({ position }) => position === batch.position)
        .map(({ definition }) => definition.name)
      void events?.emit('moved', { names: moved, position: batch.position })
      for (const { driven: model, error } of failures) await stopModel(model, error)
      if (failures.length > 0) return
    }
  }

  return {
    async run(signal) {
      const stop = AbortSignal.any([signal, lost.signal])
      while (!stop.aborted) {
        const again = new AbortController()
        const round = AbortSignal.any([stop, again.signal])
        const noMore = [onBuilt, log.onDecided].map((tells) => tells(() => again.abort()))
        let look: NodeJS.Timeout | undefined
        try {
          const { driven, isComplete } = await plan()
          look = setTimeout(() => again.abort(), isComplete ? lookWhenComplete : lookEvery)
          if (driven.length > 0) await drive(driven, round)
          else if (!round.aborted) await once(round, 'abort')
        } catch (error) {
          // A rebuild was swapped in, or a newer version took over: the next look tells which.
          if (!(error instanceof CheckpointMoved)) throw error
        } finally {
          for (const end of noMore) end()
          clearTimeout(look)
          again.abort() // lets go of the feed
        }
      }
      if (lost.signal.aborted && !signal.aborted) throw new ConnectionLost('The connection to Postgres was lost')
    },
    async end() {
      await client.end().catch(() => undefined)
    },
  }
}
