import { createEventStoreLog } from '../../../commands/log/eventstore-log.ts'
import { startEventStoreServer } from '../../support/eventstore-server.ts'
import { describeEventLog } from './event-log-contract.ts'

describeEventLog(
  'EventStoreDB log on the in-memory server',
  async () => {
    const server = await startEventStoreServer()
    const log = createEventStoreLog({ url: server.url })
    return {
      log,
      reopen: async () => createEventStoreLog({ url: server.url }),
      cleanUp: async () => {
        await log.close()
        await server.close()
      },
    }
  },
  { gaplessPositions: false, idsUniqueInLog: false },
)
