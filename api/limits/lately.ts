const SECONDS_KEPT = 60

/** How often something happened of late, to the second. */
export type Lately = {
  note(): void
  /** How often within so many seconds, a minute at the most. */
  within(seconds: number): number
}

/** `elapsed` are milliseconds that no change of a clock takes back. */
export function createLately(elapsed: () => number): Lately {
  const counts = new Map<number, number>()
  const second = () => Math.floor(elapsed() / 1000)
  return {
    note() {
      const now = second()
      for (const old of counts.keys()) if (old <= now - SECONDS_KEPT) counts.delete(old)
      counts.set(now, (counts.get(now) ?? 0) + 1)
    },
    within(seconds) {
      const since = second() - seconds
      return [...counts].reduce((sum, [at, count]) => (at > since ? sum + count : sum), 0)
    },
  }
}
