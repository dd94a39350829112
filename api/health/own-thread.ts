import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Run } from '#commands/supervise.ts'

/** Health on a port of its own, answered by a thread that nothing else holds up. */
export type HealthThread = {
  /** The thread, from its start to its end; to be run again when it has died. */
  readonly run: Run
  /** The port that it listens on; the same one ever after. */
  readonly port: Promise<number>
}

const TELL_EVERY_MS = 250
/** Whoever starts this process again looks from here; everybody else has /api/health. */
export const HEALTH_HOST = '127.0.0.1'
const THREAD = join(import.meta.dirname, 'own-thread.mjs')

/**
 * `port` 0 is any free one. `tell` gives the answer of /api/health as it is now: the thread is told it four times a second,
 * shows it, and says so when it has not been told for long.
 */
export function createHealthThread({
  port,
  now,
  tell,
}: {
  readonly port: number
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly tell: () => string
}): HealthThread {
  const told = () => ({ health: tell(), at: new Date(now()).toISOString() })
  let listensOn = port
  let listens: (port: number) => void = () => undefined
  const known = new Promise<number>((resolve) => (listens = resolve))
  return {
    port: known,
    async run(signal) {
      // It needs none of what this process was started with, a compiler least of all.
      const workerData = { host: HEALTH_HOST, port: listensOn, told: told() }
      const thread = new Worker(THREAD, { execArgv: [], workerData })
      thread.once('message', ({ port: found }: AddressInfo) => {
        listensOn = found
        listens(found)
      })
      const over = new AbortController()
      const stop = () => void thread.terminate()
      signal.addEventListener('abort', stop)
      const ended = once(thread, 'exit').finally(() => over.abort())
      const telling = async () => {
        while (!over.signal.aborted) {
          thread.postMessage(told())
          await delay(TELL_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined)
        }
      }
      try {
        await Promise.all([ended, telling()])
      } finally {
        over.abort()
        signal.removeEventListener('abort', stop)
        await thread.terminate()
      }
    },
  }
}
