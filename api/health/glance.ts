import { setTimeout as delay } from 'node:timers/promises'

/** What was last seen, and whether it was seen just now. */
export type Glance<T> = { readonly seen: T | undefined; readonly isFresh: boolean }

/**
 * Looks, however long that takes, and answers within `withinMs` all the same: with what was seen before when this look
 * has not come back, or has failed. One look at a time, whoever asks.
 */
export function createGlance<T>(look: () => Promise<T>, withinMs: number): () => Promise<Glance<T>> {
  let seen: T | undefined
  let looking: Promise<boolean> | undefined

  const begin = () =>
    look()
      .then(
        (found) => {
          seen = found
          return true
        },
        () => false,
      )
      .finally(() => (looking = undefined))

  return async () => {
    looking ??= begin()
    const enough = new AbortController()
    const tooLate = delay(withinMs, false, { signal: enough.signal }).catch(() => false)
    const isFresh = await Promise.race([looking, tooLate])
    enough.abort()
    return { seen, isFresh }
  }
}
