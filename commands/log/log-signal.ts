import type { Position } from './event-log.ts'

/** How far the log is known to reach, and a way to wait until it reaches further. */
export type LogSignal = {
  /** The log reaches this position now; wakes whoever waits for less. */
  reached(position: Position): void
  /** Until the log is known to reach past a position, the signal aborts, or so many milliseconds went by. */
  past(position: Position, signal: AbortSignal, atMost?: number): Promise<void>
}

/** One per log: appends and notifications call `reached`, followers wait in `past`. Remembers, so no wake-up is lost. */
export function createLogSignal(): LogSignal {
  let known: Position = 0
  const waiting = new Set<() => void>()
  return {
    reached(position) {
      if (position <= known) return
      known = position
      for (const wake of [...waiting]) wake()
    },
    past(position, signal, atMost) {
      if (known > position || signal.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = atMost === undefined ? undefined : setTimeout(() => done(), atMost)
        const wake = () => {
          if (known > position) done()
        }
        const done = () => {
          clearTimeout(timer)
          waiting.delete(wake)
          signal.removeEventListener('abort', done)
          resolve()
        }
        waiting.add(wake)
        signal.addEventListener('abort', done, { once: true })
      })
    },
  }
}
