import { setTimeout as pause } from 'node:timers/promises'

/** How long an answer that is there waits for what goes with it; a database that is away must not take it back. */
const SOON_MS = 1_000

/** What this gives, or undefined when that takes longer than an answer waits; it goes on all the same. */
export async function soon<T>(work: Promise<T>): Promise<T | undefined> {
  const enough = new AbortController()
  const tooLate = pause(SOON_MS, undefined, { signal: enough.signal }).catch(() => undefined)
  try {
    return await Promise.race([work, tooLate])
  } finally {
    enough.abort()
  }
}
