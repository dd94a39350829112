import type { EventLog } from '#commands/log/event-log.ts'

/**
 * How to open the log in this EventStoreDB. Its client is a quarter of all that a start loads: only those load it that use
 * it.
 */
export async function findEventStore(url: string): Promise<{
  /** Throws `StartRefused` when the portal could not work with it. */
  readonly check: () => Promise<void>
  readonly open: () => EventLog
}> {
  const { checkEventStore } = await import('#commands/log/eventstore-check.ts')
  const { createEventStoreLog } = await import('#commands/log/eventstore-log.ts')
  return { check: () => checkEventStore(url), open: () => createEventStoreLog({ url }) }
}
