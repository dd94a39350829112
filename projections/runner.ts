import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type Emittery from 'emittery'
import type { DomainLog } from '../commands/log/domain-log.ts'
import type { ReadModelEvents } from './caught-up.ts'
import { defineAll } from './engine/definition.ts'
import { createSession } from './engine/session.ts'
import { ensureTables } from './engine/tables.ts'
import { connectionTo } from './postgres.ts'
import { type BuildProgress, rebuild } from './rebuild.ts'
import type { AnyReadModel } from './read-model.ts'

export type RunnerOptions = {
  readonly log: Pick<DomainLog, 'follow' | 'head'>
  readonly models: readonly AnyReadModel[]
  /** Reads and writes rows, as the app's role. Not through a pooler that shares sessions: the locks belong to one. */
  readonly appUrl: string
  /** Makes tables. */
  readonly ownerUrl: string
  /** Told of every checkpoint that moves, for `createCaughtUp` in the same process. */
  readonly events?: Emittery<ReadModelEvents>
  /** What an operator should hear of: a model that stands still, a connection that was lost. */
  readonly report?: (message: string, error?: unknown) => void
  readonly progress?: (progress: BuildProgress) => void
  /** A model that has no rows yet and is this many positions behind is built in memory; 20,000 when left out. */
  readonly buildAbove?: number
  /** How long (ms) to wait before connecting again after a loss, doubled each time; 100 when left out. */
  readonly reconnectAfter?: number
  /** How often (ms) a runner looks whether another one gave up a model; 1,000 when left out. */
  readonly lookEvery?: number
}

const RECONNECT_AFTER = 100
const RECONNECT_AT_MOST = 5_000

/**
 * Makes the tables that are missing, empty, and lets the app's role use them; `runReadModels` does it too. Whoever
 * serves queries before a runner has begun calls it first.
 */
export async function prepareReadModels({
  models,
  appUrl,
  ownerUrl,
}: Pick<RunnerOptions, 'models' | 'appUrl' | 'ownerUrl'>): Promise<void> {
  const app = new pg.Client(connectionTo(appUrl))
  const owner = new pg.Client(connectionTo(ownerUrl))
  for (const client of [app, owner]) client.on('error', () => undefined)
  try {
    await Promise.all([app.connect(), owner.connect()])
    const { rows } = await app.query<{ role: string }>('select current_user as role')
    await ensureTables(owner, rows[0]?.role ?? '', defineAll(models))
  } finally {
    await Promise.all([app.end(), owner.end()])
  }
}

/**
 * Keeps read models up to date until the signal aborts: one feed for all, one transaction per batch with the rows and
 * the checkpoints, at most one runner per model however many processes run this (architecture.md, Read models). Models
 * whose revision was raised are built beside the tables that serve and swapped in. Never throws for what passes: it
 * reports, and tries again. A model that cannot fold an event stands still with its error recorded; the others go on.
 */
export async function runReadModels(options: RunnerOptions, signal: AbortSignal): Promise<void> {
  const { report = () => undefined, reconnectAfter = RECONNECT_AFTER } = options
  const definitions = defineAll(options.models)
  const builds = new Set<Promise<void>>()
  const building = new Set<string>()
  const given = new Set<string>()

  /** Builds these models in the background, each at most once per start when it fails. */
  const build = (names: readonly string[], appRole: string, whenDone: () => void) => {
    const wanted = names.filter((name) => !building.has(name) && !given.has(name))
    if (wanted.length === 0) return
    for (const name of wanted) building.add(name)
    const models = options.models.filter(({ name }) => wanted.includes(name))
    const work = rebuild({ ...options, models, appRole, signal })
      .then(({ failed }) => {
        for (const [name, error] of failed) {
          given.add(name)
          report(`Read model ${name} could not be built and serves as it was`, error)
        }
      })
      .catch((error: unknown) => {
        if (!signal.aborted) report(`The build of ${wanted.join(', ')} was interrupted and begins again`, error)
      })
      .finally(() => {
        for (const name of wanted) building.delete(name)
        builds.delete(work)
        whenDone()
      })
    builds.add(work)
  }

  let pause = reconnectAfter
  while (!signal.aborted) {
    try {
      await prepareReadModels(options)
      const session = await createSession(options, definitions, { report, build, building })
      pause = reconnectAfter
      try {
        await session.run(signal)
      } finally {
        await session.end()
      }
    } catch (error) {
      if (signal.aborted) break
      report('The runner of the read models lost its way and begins again', error)
      await delay(pause, undefined, { signal }).catch(() => undefined)
      pause = Math.min(RECONNECT_AT_MOST, pause * 2)
    }
  }
  await Promise.all(builds)
}
