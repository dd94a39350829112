import { once } from 'node:events'
import type Emittery from 'emittery'
import type { Position } from '#commands/log/event-log.ts'
import { ConnectionLost } from '#commands/postgres.ts'
import { BEYOND_THE_LOG, isOutdated, READ_MODEL_CHANNEL, readCheckpoints } from './engine/checkpoints.ts'
import { defineAll } from './engine/definition.ts'
import { createClient, createPool } from './postgres.ts'
import type { AnyReadModel } from './read-model.ts'

/** What a runner tells of in its own process, the moment it is true; other processes hear it from Postgres. */
export type ReadModelEvents = { moved: { readonly names: readonly string[]; readonly position: Position } }

/** A read model that does not show a position yet: it stands still, is being built, or has not come so far in time. */
export type Behind<Name extends string = string> = {
  readonly name: Name
  readonly why: 'stopped' | 'building' | 'late'
}

/** Read your own write: waiting until read models show what was written. */
export type CaughtUp = {
  /**
   * Gives, as soon as it is known, which of these read models have not reached the position. One that stands still or
   * is being built is not waited for, nor one that was late for somebody before and has not moved since. Never throws
   * for a database that is away.
   */
  waitFor<Name extends string>(
    position: Position,
    models: readonly Name[],
    timeoutMs: number,
  ): Promise<readonly Behind<Name>[]>
  /** Hears what runners in other processes tell, until the signal aborts; throws when its connection is lost. */
  listen(signal: AbortSignal): Promise<void>
  /** Gives all who wait their answer now: the database is away, and nothing more will come. */
  letGo(): void
  /** Lets go of its connection; whoever still waits gets an answer. */
  close(): Promise<void>
}

type Known = { readonly position: Position; readonly holdUp?: 'stopped' | 'building' }
type Waiter = { readonly models: readonly string[]; readonly position: Position; done(): void }

/** How often somebody who waits looks for himself, should a notification be lost. */
const LOOK_EVERY = 250

/** Watches the checkpoints in the database of `appUrl`; `events` are those of the runner in this process, if any. */
export function createCaughtUp(
  appUrl: string,
  models: readonly AnyReadModel[],
  events?: Emittery<ReadModelEvents>,
): CaughtUp {
  const definitions = new Map(defineAll(models).map((definition) => [definition.name, definition]))
  const known = new Map<string, Known>()
  /** Where models were when somebody had waited for them in vain. */
  const lateAt = new Map<string, Position | undefined>()
  const waiters = new Set<Waiter>()
  const connecting = { name: 'caught up', patience: 'call' } as const
  const pool = createPool(appUrl, { ...connecting, max: 1 })
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined

  const behind = <Name extends string>(models: readonly Name[], position: Position): readonly Behind<Name>[] =>
    models.flatMap((name) => {
      const model = known.get(name)
      if (model !== undefined && model.position >= position) return []
      return [{ name, why: model?.holdUp ?? 'late' }]
    })
  const isWaitedFor = ({ name, why }: Behind) =>
    why === 'late' && !(lateAt.has(name) && lateAt.get(name) === known.get(name)?.position)
  const settle = () => {
    for (const waiter of [...waiters]) if (!behind(waiter.models, waiter.position).some(isWaitedFor)) waiter.done()
  }
  const letGo = () => {
    for (const waiter of [...waiters]) waiter.done()
  }
  const moved = (names: readonly string[], position: Position) => {
    for (const name of names) known.set(name, { position })
    settle()
  }

  const look = () => {
    looking ??= readCheckpoints(pool)
      .then((checkpoints) => {
        for (const [name, checkpoint] of checkpoints) {
          const { position, error, isBuilding } = checkpoint
          const definition = definitions.get(name)
          const isUnbuilt = isBuilding && position === 0
          const isWaiting = isUnbuilt || (definition !== undefined && isOutdated(definition, checkpoint))
          const holdUp = error !== null ? 'stopped' : isWaiting ? 'building' : undefined
          // One that is beyond the log shows nothing of it.
          known.set(name, { position: error === BEYOND_THE_LOG ? 0 : position, ...(holdUp && { holdUp }) })
        }
        settle()
      })
      .catch(() => undefined)
      .finally(() => (looking = undefined))
  }

  const unsubscribe = events?.on('moved', ({ names, position }) => moved(names, position))

  return {
    async waitFor(position, models, timeoutMs) {
      if (isClosed || behind(models, position).length === 0) return behind(models, position)
      return new Promise((resolve) => {
        const waiter: Waiter = {
          models,
          position,
          done: () => {
            clearTimeout(limit)
            waiters.delete(waiter)
            if (waiters.size === 0) {
              clearInterval(timer)
              timer = undefined
            }
            resolve(behind(models, position))
          },
        }
        const limit = setTimeout(() => {
          for (const { name } of behind(models, position)) lateAt.set(name, known.get(name)?.position)
          waiter.done()
        }, timeoutMs)
        waiters.add(waiter)
        timer ??= setInterval(look, LOOK_EVERY)
        look()
      })
    },

    async listen(signal) {
      const client = createClient(appUrl, connecting)
      const lost = new AbortController()
      client.on('end', () => lost.abort())
      client.on('notification', ({ payload = '' }) => {
        const [position, ...names] = payload.split(' ')
        if (names.length > 0) moved(names, Number(position))
        else look()
      })
      try {
        await client.connect()
        await client.query(`listen ${READ_MODEL_CHANNEL}`)
        look()
        const over = AbortSignal.any([signal, lost.signal])
        if (!over.aborted) await once(over, 'abort')
        if (!signal.aborted) throw new ConnectionLost('The connection that hears of read models was lost')
      } finally {
        await client.end().catch(() => undefined)
      }
    },

    letGo,

    async close() {
      isClosed = true
      if (typeof unsubscribe === 'function') unsubscribe()
      letGo()
      await looking
      await pool.end()
    },
  }
}
