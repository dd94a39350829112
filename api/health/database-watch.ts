import { setTimeout as delay } from 'node:timers/promises'
import { askTime, type Clock, DATABASE_TIME, measureFirst } from '#commands/clock.ts'
import { createPool, isPassingFault, isShutOut } from '#commands/postgres.ts'
import type { Report } from '#commands/rarely.ts'
import type { Run } from '#commands/supervise.ts'

/** Whether the database answers, known without asking it. */
export type DatabaseWatch = {
  /** When it was last known to answer (ISO, UTC) while it does not; undefined while it does. */
  awaySince(): string | undefined
  /** Whether it is there while it does not answer, and does not let the portal in. */
  isShut(): boolean
  /** Whether it has answered when it was last asked: whoever waits for it in vain waits for something else. */
  isHeard(): boolean
  /** Calls back whenever the database goes away. */
  onAway(listener: () => void): void
  /** Asks once, and again at once when there was no answer; to be run again and again. */
  readonly look: Run
  close(): Promise<void>
}

export const LOOK_EVERY_MS = 1_000
const ANSWERS_WITHIN_MS = 3_000
/** One answer that is late may be the machine's fault, or ours. */
const MISSES_WHEN_AWAY = 2
const ASK_AGAIN_AFTER_MS = 200
/** While it waits, this process should run this often. */
const TICK_MS = 250

type Options = {
  readonly appUrl: string
  /** Measured before anything else is, and by each answer. */
  readonly clock: Pick<Clock, 'measure'>
  /** Milliseconds since 1970, once the clock was measured. */
  readonly now: () => number
  readonly report: Report
}

/** A row is read as well: a database that gives the time and not its tables does not answer. */
const QUESTION = `select ${DATABASE_TIME} as at, exists (select from process_part)`

/**
 * A connection of its own: one of the API's may have to be waited for. Says when the database goes, and comes back. Begins
 * by measuring the clock; throws when the database does not answer then.
 */
export async function openDatabaseWatch({ appUrl, clock, now, report }: Options): Promise<DatabaseWatch> {
  const patience = { connectionTimeoutMillis: ANSWERS_WITHIN_MS, query_timeout: ANSWERS_WITHIN_MS }
  const pool = createPool({ connectionString: appUrl, ...patience }, { name: 'watch', patience: 'append', max: 1 })
  await measureFirst(clock, () => askTime(pool)).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const listeners: (() => void)[] = []
  let answered = { at: now(), elapsed: performance.now() }
  let misses = 0
  let isShut = false
  const isAway = () => misses >= MISSES_WHEN_AWAY

  function heard(): void {
    const seconds = Math.round((performance.now() - answered.elapsed) / 1000)
    if (isAway()) report(`The database answers again, after ${seconds} s`)
    answered = { at: now(), elapsed: performance.now() }
    misses = 0
    isShut = false
  }
  function missed(error: unknown): void {
    misses += 1
    isShut = isShutOut(error)
    if (misses !== MISSES_WHEN_AWAY) return
    report('The database does not answer. Requests are refused until it does.', error)
    for (const listener of listeners) listener()
  }

  return {
    awaySince: () => (isAway() ? new Date(answered.at).toISOString() : undefined),
    isShut: () => isAway() && isShut,
    isHeard: () => misses === 0,
    onAway: (listener) => void listeners.push(listener),
    async look(signal) {
      for (;;) {
        const waiting = countTicks()
        try {
          await clock.measure(async () => {
            const { rows } = await pool.query<{ at: number }>(QUESTION)
            return Number(rows[0]?.at)
          })
          return heard()
        } catch (error) {
          if (!isPassingFault(error) && !isShutOut(error)) throw error
          if (!signal.aborted && !waiting.wasHeldUp()) missed(error)
        } finally {
          waiting.end()
        }
        if (isAway() || signal.aborted) return
        await delay(ASK_AGAIN_AFTER_MS, undefined, { signal }).catch(() => undefined)
      }
    },
    close: () => pool.end(),
  }
}

/**
 * Whether this process got to run while it waited. A timer that comes late is served before what has come meanwhile is
 * read: the answer may lie there, and the wait says nothing of the database.
 */
function countTicks() {
  const over = new AbortController()
  const begun = performance.now()
  let ticks = 0
  const count = async () => {
    while (!over.signal.aborted) {
      await delay(TICK_MS, undefined, { signal: over.signal }).catch(() => undefined)
      ticks += 1
    }
  }
  void count()
  return {
    /** Less than half as often as it should have. */
    wasHeldUp: () => ticks < (performance.now() - begun) / TICK_MS / 2 - 1,
    end: () => over.abort(),
  }
}
