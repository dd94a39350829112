import type { Position } from './event-log.ts'

/** Tells followers that the log may have grown. Only a hint: whoever wakes looks for itself. */
export type LogSignal = {
  /** How often the log was said to have grown; taken before looking, so that no wake-up falls between look and wait. */
  ticks(): number
  /** The log may have grown, up to a position where that is known: wakes all who wait, once for one position that is told twice in a row. */
  wake(upTo?: Position): void
  /** Until there were more ticks than that, the signal aborts, or so many milliseconds went by. */
  after(ticks: number, signal: AbortSignal, atMost?: number): Promise<void>
}

/** One per log: appends and notifications from other processes wake, followers wait. */
export function createLogSignal(): LogSignal {
  let count = 0
  let last: Position | undefined
  const waiting = new Set<() => void>()
  return {
    ticks: () => count,
    wake(upTo) {
      // By whoever appended it, and by the database. Only the same: anybody may tell a position that is far off.
      if (upTo !== undefined && upTo === last) return
      last = upTo
      count += 1
      for (const done of [...waiting]) done()
    },
    after(ticks, signal, atMost) {
      if (count > ticks || signal.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = atMost === undefined ? undefined : setTimeout(() => done(), atMost)
        const done = () => {
          clearTimeout(timer)
          waiting.delete(done)
          signal.removeEventListener('abort', done)
          resolve()
        }
        waiting.add(done)
        signal.addEventListener('abort', done, { once: true })
      })
    },
  }
}
