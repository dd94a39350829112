import { afterAll, beforeAll, describe } from 'vitest'
import { appending } from './contract/appending.ts'
import { concurrency } from './contract/concurrency.ts'
import { contents } from './contract/contents.ts'
import type { ContractContext, LogCapabilities, OpenedLog } from './contract/context.ts'
import { following } from './contract/following.ts'
import { idempotence } from './contract/idempotence.ts'
import { people } from './contract/people.ts'
import { reading } from './contract/reading.ts'
import { restarting } from './contract/restarting.ts'

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
    people(context)
    following(context)
    concurrency(context)
    restarting(context)
  })
}
