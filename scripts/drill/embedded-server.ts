import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { findPostmaster, readPostmaster, signalTo } from '#scripts/postgres/postmaster.ts'
import { childrenOf } from './drill-postgres.ts'
import type { Random } from './random.ts'

const LOOK_EVERY_MS = 2

/** The processes of the database server that `npm start` runs on this data, for whoever kills them. */
export type EmbeddedServer = {
  /** Undefined when none runs just now. */
  postmaster(): Promise<number | undefined>
  children(): Promise<readonly number[]>
  checkpointer(): Promise<number | undefined>
  /** One that serves a connection of the portal. */
  backend(random: Random): Promise<number | undefined>
  /** The next server other than this one, as it says that it is ready; undefined when none does within this time (ms). */
  nextReady(other: number | undefined, withinMs: number): Promise<number | undefined>
}

export function embeddedServer(cluster: string): EmbeddedServer {
  const postmaster = async () => (await findPostmaster(cluster))?.pid
  const children = async () => {
    const parent = await postmaster()
    return parent === undefined ? [] : childrenOf(parent)
  }
  const titled = async (title: RegExp) => {
    const pids = await children()
    const titles = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
    return pids.filter((_, index) => title.test(titles[index] ?? ''))
  }
  return {
    postmaster,
    children,
    checkpointer: async () => (await titled(/^postgres: checkpointer/))[0],
    async backend(random) {
      const pids = await titled(/^postgres: chf_/)
      return pids.length === 0 ? undefined : random.pick(pids)
    },
    async nextReady(other, withinMs) {
      const end = performance.now() + withinMs
      while (performance.now() < end) {
        const found = await readPostmaster(cluster).catch(() => undefined)
        if (found?.isReady === true && found.pid !== other) return found.pid
        await delay(LOOK_EVERY_MS)
      }
      return undefined
    },
  }
}

/** Sends a signal to whatever of these there is. */
export function signalAll(pids: readonly (number | undefined)[], name: NodeJS.Signals): void {
  for (const pid of pids) if (pid !== undefined) signalTo(pid, name)
}
