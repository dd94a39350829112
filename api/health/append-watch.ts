import { type EventLog, LogUnavailable } from '#commands/log/event-log.ts'

/** A log that is watched, and for how long (ms) it has not taken what was to be written; 0 while it does. */
export type WatchedAppends = { readonly eventLog: EventLog; waitMs(): number }

/** An append that was given up speaks for the log for so long: nobody may try again for a while. */
const FAILURE_COUNTS_MS = 20_000

/** Takes the time of every append under way. A conflict and a full disk are answers; one given up is none. */
export function watchAppends(log: EventLog): WatchedAppends {
  /** When each append under way began, in order. */
  const underWay = new Set<{ readonly since: number }>()
  let givenUp: { readonly since: number; readonly at: number } | undefined

  return {
    eventLog: {
      ...log,
      async append(...append) {
        const own = { since: performance.now() }
        underWay.add(own)
        try {
          const appended = await log.append(...append)
          givenUp = undefined
          return appended
        } catch (error) {
          const since = givenUp?.since ?? own.since
          givenUp = error instanceof LogUnavailable ? { since, at: performance.now() } : undefined
          throw error
        } finally {
          underWay.delete(own)
        }
      },
    },
    waitMs() {
      const now = performance.now()
      const [oldest] = underWay
      const failing = givenUp !== undefined && now - givenUp.at < FAILURE_COUNTS_MS ? givenUp.since : now
      return now - Math.min(failing, oldest?.since ?? now)
    },
  }
}
