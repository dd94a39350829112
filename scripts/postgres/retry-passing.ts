import { setTimeout as delay } from 'node:timers/promises'
import { isPassingFault } from '#commands/postgres.ts'

const PAUSE_MS = 100
/** Many times what a server that was killed takes to come back. */
const GIVE_UP_MS = 60_000

/** Does some work again, from its beginning, while the server under it dies and comes back. */
export async function retryPassing<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const end = performance.now() + GIVE_UP_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isPassingFault(error) || signal?.aborted === true || performance.now() > end) throw error
      await delay(PAUSE_MS)
    }
  }
}
