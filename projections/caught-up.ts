import { once } from 'node:events'
import type Emittery from 'emittery'
import type { Position } from '../commands/log/event-log.ts'
import { READ_MODEL_CHANNEL, readCheckpoints } from './engine/checkpoints.ts'
import { createClient, createPool } from './postgres.ts'

/** What a runner tells of in its own process, the moment it is true; other processes hear it from Postgres. */
export type ReadModelEvents = { moved: { readonly names: readonly string[]; readonly position: Position } }

/** Read your own write: waiting until read models show what was written. */
export type CaughtUp = {
  /**
   * True as soon as these read models have reached the position; false when they have not within `timeoutMs`, or when
   * one of them stands still because of an error. Never throws for a database that is away.
   */
  waitFor(position: Position, models: readonly string[], timeoutMs: number): Promise<boolean>
  /** Hears what runners in other processes tell, until the signal aborts; throws when its connection is lost. */
  listen(signal: AbortSignal): Promise<void>
  /** Lets go of its connection; whoever still waits gets false. */
  close(): Promise<void>
}

type Known = { readonly position: Position; readonly isStopped: boolean }
type Waiter = { readonly models: readonly string[]; readonly position: Position; done(reached: boolean): void }

/** How often somebody who waits looks for himself, should a notification be lost. */
const LOOK_EVERY = 250

/** Watches the checkpoints in the database of `appUrl`; `events` are those of the runner in this process, if any. */
export function createCaughtUp(appUrl: string, events?: Emittery<ReadModelEvents>): CaughtUp {
  const known = new Map<string, Known>()
  const waiters = new Set<Waiter>()
  const connecting = { name: 'caught up', patience: 'call' } as const
  const pool = createPool(appUrl, { ...connecting, max: 1 })
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined

  const stateOf = ({ models, position }: Waiter): boolean | undefined => {
    const wanted = models.map((name) => known.get(name))
    if (wanted.every((model) => model !== undefined && model.position >= position)) return true
    return wanted.some((model) => model?.isStopped === true && model.position < position) ? false : undefined
  }
  const settle = () => {
    for (const waiter of [...waiters]) {
      const state = stateOf(waiter)
      if (state !== undefined) waiter.done(state)
    }
  }
  const moved = (names: readonly string[], position: Position) => {
    for (const name of names) known.set(name, { position, isStopped: false })
    settle()
  }

  const look = () => {
    looking ??= readCheckpoints(pool)
      .then((checkpoints) => {
        for (const [name, { position, error }] of checkpoints) known.set(name, { position, isStopped: error !== null })
        settle()
      })
      .catch(() => undefined)
      .finally(() => (looking = undefined))
  }

  const unsubscribe = events?.on('moved', ({ names, position }) => moved(names, position))

  return {
    async waitFor(position, models, timeoutMs) {
      if (stateOf({ models, position, done: () => undefined }) === true) return true
      if (isClosed) return false
      return new Promise<boolean>((resolve) => {
        const waiter: Waiter = {
          models,
          position,
          done: (reached) => {
            clearTimeout(limit)
            waiters.delete(waiter)
            if (waiters.size === 0) {
              clearInterval(timer)
              timer = undefined
            }
            resolve(reached)
          },
        }
        const limit = setTimeout(() => waiter.done(false), timeoutMs)
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
        if (!signal.aborted) throw new Error('The connection that hears of read models was lost')
      } finally {
        await client.end().catch(() => undefined)
      }
    },

    async close() {
      isClosed = true
      if (typeof unsubscribe === 'function') unsubscribe()
      for (const waiter of [...waiters]) waiter.done(false)
      await looking
      await pool.end()
    },
  }
}
