import { afterAll, beforeAll, describe } from 'vitest'
import type { EventLog } from '#commands/log/event-log.ts'
import { appending } from './contract/appending.ts'
import { concurrency } from './contract/concurrency.ts'
import { contents } from './contract/contents.ts'
import { following } from './contract/following.ts'
import { idempotence } from './contract/idempotence.ts'
import { reading } from './contract/reading.ts'
import { restarting } from './contract/restarting.ts'

/** One log under test, on storage of its own. */
export type OpenedLog = {
  readonly log: EventLog
  /** Another log on the same storage, as a second or restarted process opens it; the suite closes it. */
  readonly reopen: () => Promise<EventLog>
  /** Closes the log and throws its storage away. */
  readonly cleanUp: () => Promise<void>
}

/** Where adapters may differ. Everything else is the same contract for all. */
export type LogCapabilities = {
  /** Positions are 1, 2, 3 …; else they only grow. */
  readonly gaplessPositions: boolean
  /** An event id is unique in the whole log; else only inside its stream. */
  readonly idsUniqueInLog: boolean
}

/** What each part of the suite works with: the shared log, and a way to an empty one of its own. */
export type ContractContext = {
  readonly log: () => EventLog
  readonly reopen: () => Promise<EventLog>
  readonly openEmpty: () => Promise<OpenedLog>
  readonly can: LogCapabilities
}

/** The contract of `EventLog` (commands/log/event-log.ts) as tests; each adapter runs all of it. */
export function describeEventLog(name: string, open: () => Promise<OpenedLog>, can: LogCapabilities): void {
  describe(name, () => {
    let opened: OpenedLog | undefined
    const shared = () => {
      if (opened === undefined) throw new Error('The log is not open yet')
      return opened
    }
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(async () => {
      await opened?.cleanUp()
    })
    const context: ContractContext = {
      log: () => shared().log,
      reopen: () => shared().reopen(),
      openEmpty: open,
      can,
    }
    appending(context)
    reading(context)
    idempotence(context)
    contents(context)
    following(context)
    concurrency(context)
    restarting(context)
  })
}
