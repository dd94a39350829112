/** Tells followers that the log may have grown. Only a hint: whoever wakes looks for itself. */
export type LogSignal = {
  /** How often the log was said to have grown; taken before looking, so that no wake-up falls between look and wait. */
  ticks(): number
  /** The log may have grown: wakes all who wait. */
  wake(): void
  /** Until there were more ticks than that, the signal aborts, or so many milliseconds went by. */
  after(ticks: number, signal: AbortSignal, atMost?: number): Promise<void>
}

/** One per log: appends and notifications from other processes wake, followers wait. */
export function createLogSignal(): LogSignal {
  let count = 0
  const waiting = new Set<() => void>()
  return {
    ticks: () => count,
    wake() {
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
