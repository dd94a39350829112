import { DecidedSince, type EventLog } from '#commands/log/event-log.ts'
import type { Run } from '#commands/supervise.ts'
import type { Integrity } from './integrity.ts'

/** The log does not hold somewhere: nothing is appended until an operator has decided. Nothing was done. */
export class ReadOnly extends Error {
  constructor() {
    super('The log does not hold somewhere, and nothing is written until an operator has decided')
    this.name = 'ReadOnly'
  }
}

/**
 * A log that takes nothing while something is found and not decided about. A command of several appends may be cut by it
 * as by a crash: what it began is taken to its end when the portal writes again.
 */
export function closedWhileFound(log: EventLog, integrity: Pick<Integrity, 'open' | 'decisions'>): EventLog {
  return {
    ...log,
    async append(...append) {
      if (integrity.open().length > 0) throw new ReadOnly()
      const [stream, expectedRevision, , known] = append
      // Postgres holds it against what the other processes know, too.
      if (known !== undefined && known !== integrity.decisions().known) throw new DecidedSince(stream, expectedRevision)
      return log.append(...append)
    },
  }
}

/** A part that stands still while something is found and not decided about, and goes on as after a start. */
export const whileOpen =
  (integrity: Pick<Integrity, 'whenOpen'>, run: Run): Run =>
  async (signal) => {
    let isCut = true
    while (isCut && !signal.aborted) {
      const closing = await integrity.whenOpen(signal)
      if (signal.aborted) return
      try {
        await run(AbortSignal.any([signal, closing]))
      } catch (error) {
        // Cut in the middle, it may fail by that; what it found itself is said where findings are.
        if (!closing.aborted) throw error
      }
      isCut = closing.aborted
    }
  }
