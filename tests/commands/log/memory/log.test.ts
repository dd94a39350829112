import { createMemoryLog, createMemoryStore } from '#commands/log/memory/log.ts'
import { describeEventLog } from '#tests/commands/log/event-log-contract.ts'

describeEventLog(
  'memory log',
  async () => {
    const store = createMemoryStore()
    const log = createMemoryLog({ store })
    return { log, reopen: async () => createMemoryLog({ store }), cleanUp: () => log.close() }
  },
  { gaplessPositions: true, idsUniqueInLog: true },
)
