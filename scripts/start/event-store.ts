import type { EventLog } from '#commands/log/event-log.ts'
import type { ClosableRows } from '#commands/log/verify/rows.ts'

/**
 * How to open the log in this EventStoreDB. Its client is a quarter of all that a start loads: only those load it that use
 * it.
 */
export async function findEventStore(url: string): Promise<{
  /** Throws `StartRefused` when the portal could not work with it. */
  readonly check: () => Promise<void>
  readonly open: () => EventLog
  /** What is stored, for verify. */
  readonly openRows: () => ClosableRows
}> {
  const { checkEventStore } = await import('#commands/log/eventstore/check.ts')
  const { createEventStoreLog } = await import('#commands/log/eventstore/log.ts')
  const { openEventStoreRows } = await import('#commands/log/eventstore/rows.ts')
  return {
    check: () => checkEventStore(url),
    open: () => createEventStoreLog({ url }),
    openRows: () => openEventStoreRows(url),
  }
}
