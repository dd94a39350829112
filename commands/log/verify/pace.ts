import { setTimeout as pause } from 'node:timers/promises'
import type { EventLog } from '#commands/log/event-log.ts'

/** What keeps a long check from the way of those who work: it rests again and again. */
export type Pace = {
  /** So many events, or rows, are taken between two rests. */
  readonly atOnce: number
  /** Leaves the process, and the database, to the others for as long as what was done since the last rest is worth. */
  rest(): Promise<void>
}

/** For whoever has the machine to themselves. */
export const UNPACED: Pace = { atOnce: 10_000, rest: async () => undefined }

/** Some milliseconds of work, in which nobody else in this process gets a turn. */
const AT_ONCE = 100
/** The database ends a transaction in which nothing is asked for a minute (commands/postgres.ts), and a process may stand still. */
const LONGEST_MS = 20_000

type Share = {
  /** Of one core, this process and the database together: a tenth is 0.1. */
  readonly share: number
  /** Ends it: whoever rests throws. */
  readonly signal: AbortSignal
}

/**
 * Rests for as much longer than the work took that the work has no more than a share of one core. All the time between two
 * rests counts as work, that of others in this process too: who has much to do has it the more to themselves.
 */
export function createPace({ share, signal }: Share): Pace {
  let begun = performance.now()
  let resting: Promise<void> | undefined

  async function rest(): Promise<void> {
    const worked = performance.now() - begun
    await pause(Math.min(LONGEST_MS, worked / share - worked), undefined, { signal })
    begun = performance.now()
  }

  return {
    atOnce: AT_ONCE,
    rest: () => (resting ??= rest().finally(() => (resting = undefined))),
  }
}

/** Goes through batches a few at a time, and rests behind each. */
export async function* paced<T>(batches: AsyncIterable<readonly T[]>, pace: Pace): AsyncGenerator<readonly T[]> {
  for await (const batch of batches)
    for (let from = 0; from < batch.length; from += pace.atOnce) {
      yield batch.slice(from, from + pace.atOnce)
      await pace.rest()
    }
}

/** A log that is followed at a pace. */
export const pacedLog = (log: EventLog, pace: Pace): EventLog => ({
  ...log,
  follow: (after, signal) => paced(log.follow(after, signal), pace),
})
