import type { Unread } from '#commands/log/domain-log.ts'
import { BrokenChain, ForgedEvent } from '#commands/log/unread-event.ts'
import type { Report } from '#commands/rarely.ts'
import type { Integrity } from './integrity.ts'

/**
 * Tells of an event that a reader could not read: the operator of each, and everybody of one that the portal did not write, or
 * that does not go on from the one before it.
 */
export const tellUnread =
  (integrity: Pick<Integrity, 'found'>, report: Report) =>
  async ({ error }: Unread): Promise<void> => {
    report('An event of the log does not hold', error)
    if (error instanceof ForgedEvent || error instanceof BrokenChain)
      await integrity.found([error.difference], 'reader')
  }
