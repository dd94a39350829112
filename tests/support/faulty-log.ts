import type { EventLog } from '#commands/log/event-log.ts'

/** `fail before`: nothing is written. `lose answer`: it is written, and the caller gets an error all the same. */
export type Fault = 'pass' | 'fail before' | 'lose answer'

/** What a faulty log throws instead of an answer; says nothing about whether the events were written. */
export class FaultyAnswer extends Error {
  readonly append: number
  constructor(append: number, fault: Fault) {
    super(`Append ${append} was made to ${fault}`)
    this.name = 'FaultyAnswer'
    this.append = append
  }
}

/**
 * A log whose appends fail as planned; `plan` gets the number of the append (1, 2, 3 …, counted over this wrapper).
 * A conflict or another error of the log itself passes through: then there was no answer to lose.
 */
export function faultyLog(log: EventLog, plan: (append: number) => Fault): EventLog {
  let count = 0
  return {
    ...log,
    async append(...given) {
      count += 1
      const append = count
      const fault = plan(append)
      if (fault === 'fail before') throw new FaultyAnswer(append, fault)
      const appended = await log.append(...given)
      if (fault === 'lose answer') throw new FaultyAnswer(append, fault)
      return appended
    },
  }
}

/** A plan under which the append of that number has a fault and all others pass. */
export const faultAt =
  (number: number, fault: Fault) =>
  (append: number): Fault =>
    append === number ? fault : 'pass'
