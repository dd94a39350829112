import { EventEmitter, once } from 'node:events'
import type pg from 'pg'
import { noteDecided } from './engine/decided.ts'
import { defineAll } from './engine/definition.ts'
import { createSession, type SessionOptions } from './engine/session.ts'
import { ensureTables } from './engine/tables.ts'
import { createClient } from './postgres.ts'
import { type BuildProgress, rebuild } from './rebuild.ts'
import type { AnyReadModel } from './read-model.ts'

export type RunnerOptions = SessionOptions & {
  readonly models: readonly AnyReadModel[]
  /** Makes tables. */
  readonly ownerUrl: string
  /** What an operator should hear of: a model that stands still, one that could not be built. */
  readonly report?: (message: string, error?: unknown) => void
  readonly progress?: (progress: BuildProgress) => void
}

/**
 * Makes the tables that are missing, empty, and lets the app's role use them; `drive` does it too. Whoever
 * serves queries before a runner has begun calls it first.
 */
export async function prepareReadModels({
  models,
  appUrl,
  ownerUrl,
  report = () => undefined,
}: Pick<RunnerOptions, 'models' | 'appUrl' | 'ownerUrl' | 'report'>): Promise<void> {
  await asOwner(ownerUrl, (owner) => ensureTables(owner, roleOf(appUrl), defineAll(models), report))
}

async function asOwner(ownerUrl: string, act: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = createClient(ownerUrl, { name: 'tables', patience: 'hours' })
  try {
    await owner.connect()
    await act(owner)
  } finally {
    await owner.end()
  }
}

const roleOf = (appUrl: string) => decodeURIComponent(new URL(appUrl).username)

/** Keeps read models up to date: two parts that run side by side, each until its signal aborts. */
export type ReadModelRunner = {
  /**
   * Follows the log: one feed for all, one transaction per batch with the rows and the checkpoints, at most one driver
   * per model however many processes run this (architecture.md, Read models). A model that cannot fold an event stands
   * still with its error recorded; the others go on. Throws when the database or the log fails, and may be run again.
   */
  drive(signal: AbortSignal): Promise<void>
  /**
   * Builds the models that `drive` asks for, those whose revision was raised, beside the tables that serve, and swaps
   * them in; one that cannot be built is not tried again. Throws as `drive` does.
   */
  build(signal: AbortSignal): Promise<void>
}

export function createReadModelRunner(options: RunnerOptions): ReadModelRunner {
  const { appUrl, report = () => undefined } = options
  const definitions = defineAll(options.models)
  const appRole = roleOf(appUrl)
  const told = new EventEmitter()
  const wanted = new Set<string>()
  const given = new Set<string>()

  const buildWanted = async (signal: AbortSignal) => {
    const names = [...wanted]
    const models = options.models.filter(({ name }) => names.includes(name))
    const { failed, busy } = await rebuild({ ...options, models, appRole, signal })
    for (const [name, error] of failed) {
      given.add(name)
      report(`Read model ${name} could not be built and serves as it was`, error)
    }
    for (const name of names) wanted.delete(name)
    // What another process builds is asked for again at the driver's next look, not at once and for as long as that takes.
    if (busy.length < names.length) told.emit('built')
  }

  return {
    async drive(signal) {
      await prepareReadModels(options)
      const session = await createSession(options, definitions, {
        report,
        isBuilding: () => wanted.size > 0,
        build(names) {
          for (const name of names) if (!given.has(name)) wanted.add(name)
          told.emit('wanted')
        },
        onBuilt: (look) => {
          told.on('built', look)
          return () => told.off('built', look)
        },
        noteDecided: (inLine, decisions) => asOwner(options.ownerUrl, (owner) => noteDecided(owner, inLine, decisions)),
      })
      try {
        await session.run(signal)
      } finally {
        await session.end()
      }
    },

    async build(signal) {
      while (!signal.aborted) {
        if (wanted.size > 0) await buildWanted(signal)
        else await once(told, 'wanted', { signal }).catch(() => undefined)
      }
    },
  }
}
