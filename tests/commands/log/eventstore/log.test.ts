import { createEventStoreLog } from '#commands/log/eventstore/log.ts'
import { startEventStoreServer } from '#tests/support/eventstore-server.ts'
import { describeEventLog } from '#tests/commands/log/event-log-contract.ts'
import { openSection } from './section.ts'

const can = { gaplessPositions: false, idsUniqueInLog: false }

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
  can,
)

// What the in-memory server cannot prove: docs/eventstore.md. The server must be one that nobody else uses meanwhile.
const url = process.env['EVENTSTORE_URL'] ?? ''
if (url !== '') describeEventLog('EventStoreDB log on the server of EVENTSTORE_URL', () => openSection(url), can)
