import type { LiveDecisions } from './decisions.ts'
import { type EventLog, LogGap, type Position } from './event-log.ts'

/**
 * A log whose followers go past positions at which nothing is any more, or more than one event, where operators have decided
 * to leave them out.
 */
export function passingOver(log: EventLog, decisions: Pick<LiveDecisions, 'now'>): EventLog {
  const isPassed = ({ expected, met }: LogGap): boolean => {
    const { leftOut } = decisions.now()
    // A second event at a position that is left out with all that stands there.
    if (met < expected) return leftOut(met) !== undefined
    for (let position = expected; position < met; position += 1) if (leftOut(position) === undefined) return false
    return true
  }
  return {
    ...log,
    async *follow(after: Position, signal: AbortSignal) {
      let last = after
      for (;;) {
        try {
          for await (const batch of log.follow(last, signal)) {
            yield batch
            last = batch.at(-1)?.position ?? last
          }
          return
        } catch (error) {
          if (!(error instanceof LogGap) || !isPassed(error)) throw error
          last = Math.max(last, error.met - 1)
        }
      }
    },
  }
}
