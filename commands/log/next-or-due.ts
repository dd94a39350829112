import { setTimeout as delay } from 'node:timers/promises'

/** Node takes a longer one for none. */
const LONGEST_TIMER = 2 ** 31 - 1

/** The next of a feed. What it throws is met where it is awaited, also when something else has failed meanwhile. */
export function nextOf<T>(feed: AsyncIterator<T>): Promise<IteratorResult<T>> {
  const next = feed.next()
  next.catch(() => undefined)
  return next
}

/** What the promise gives, or 'due' when so many milliseconds have gone by before; only the former when left out. */
export async function unlessDue<T>(next: Promise<T>, ms: number | undefined): Promise<T | 'due'> {
  if (ms === undefined) return next
  const early = new AbortController()
  const due = delay(Math.min(LONGEST_TIMER, Math.max(0, ms)), 'due' as const, { signal: early.signal })
  due.catch(() => undefined)
  try {
    return await Promise.race([next, due])
  } finally {
    early.abort()
  }
}
