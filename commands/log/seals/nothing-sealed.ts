import type { AnyEvent } from '#domain/kernel/decider.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import { BrokenChain, ForgedEvent, UnreadEvent } from '#commands/log/unread-event.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { GivesUp } from '#commands/supervise.ts'

type ReadAndAppend = Pick<DomainLog, 'readWhatHolds' | 'append'>

/** Nothing is sealed over an event that none of the portal's processes wrote, and none behind seals that are not its own. */
export class NothingSealed extends GivesUp {
  /** What an operator may decide about. */
  readonly difference: Difference | undefined
  constructor(why: UnreadEvent, difference?: Difference) {
    super(`${why.message}. Nothing is sealed any more: run verify`, { cause: why })
    this.name = 'NothingSealed'
    this.difference = difference
  }
}

/** The log for whoever gives up at seals that are not the portal's own. */
export const readingSeals = (log: ReadAndAppend): ReadAndAppend => ({
  append: log.append,
  async readWhatHolds<E extends AnyEvent>(...asked: Parameters<DomainLog['readWhatHolds']>) {
    const read = await log.readWhatHolds<E>(...asked)
    const error = read.unread[0]?.error
    if (error instanceof ForgedEvent || error instanceof BrokenChain) throw new NothingSealed(error, error.difference)
    if (error !== undefined) throw error instanceof UnreadEvent ? new NothingSealed(error) : error
    return read
  },
})
