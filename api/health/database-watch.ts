import { createPool, isPassingFault } from '../../commands/postgres.ts'
import type { Run } from '../../commands/supervise.ts'

/** Whether the database answers, known without asking it. */
export type DatabaseWatch = {
  /** When it was last known to answer (ISO, UTC) while it does not; undefined while it does. */
  awaySince(): string | undefined
  /** Asks once, and throws when there was no answer; to be run again and again. */
  readonly look: Run
  close(): Promise<void>
}

export const LOOK_EVERY_MS = 1_000
const ANSWERS_WITHIN_MS = 3_000
/** One answer that is late may be the machine's fault, or ours. */
const MISSES_WHEN_AWAY = 2

/** A connection of its own: one of the API's may have to be waited for. */
export function createDatabaseWatch(appUrl: string, now: () => number): DatabaseWatch {
  const patience = { connectionTimeoutMillis: ANSWERS_WITHIN_MS, query_timeout: ANSWERS_WITHIN_MS }
  const pool = createPool({ connectionString: appUrl, ...patience }, { name: 'watch', patience: 'append', max: 1 })
  let answered = now()
  let misses = 0
  return {
    awaySince: () => (misses < MISSES_WHEN_AWAY ? undefined : new Date(answered).toISOString()),
    async look() {
      try {
        await pool.query('select from process_part limit 1')
        answered = now()
        misses = 0
      } catch (error) {
        if (isPassingFault(error)) misses += 1
        throw error
      }
    },
    close: () => pool.end(),
  }
}
