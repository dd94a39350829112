/** Events per second since the start, and when to tell of them. */
export type Speed = { add(events: number): void; perSecond(): number; isDue(): boolean }

const TELL_EVERY = 500

export function createSpeed(): Speed {
  const start = performance.now()
  let told = start
  let count = 0
  return {
    add(events) {
      count += events
    },
    perSecond: () => Math.round((count * 1000) / Math.max(1, performance.now() - start)),
    isDue() {
      if (performance.now() - told < TELL_EVERY) return false
      told = performance.now()
      return true
    },
  }
}
