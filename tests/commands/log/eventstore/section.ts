import { randomUUID } from 'node:crypto'
import type { EventLog, Position, StoredEvent } from '#commands/log/event-log.ts'
import { createEventStoreLog } from '#commands/log/eventstore/log.ts'
import type { OpenedLog } from '#tests/commands/log/contract/context.ts'

/**
 * A log of one's own on a server that cannot be emptied: its streams have a prefix that nobody else has, and it begins
 * where the server's log ended. Positions stay the server's, but 0 is where it begins.
 */
export async function openSection(url: string): Promise<OpenedLog> {
  const whole = createEventStoreLog({ url })
  const start = await whole.head()
  const prefix = `section:${randomUUID()}:`
  const own = ({ stream }: StoredEvent) => stream.startsWith(prefix)
  const unprefixed = (event: StoredEvent): StoredEvent => ({ ...event, stream: event.stream.slice(prefix.length) })

  const sectionOf = (log: EventLog): EventLog => ({
    async read(stream, from) {
      return (await log.read(prefix + stream, from)).map(unprefixed)
    },
    async append(stream, expectedRevision, events) {
      return log.append(stream === '' ? '' : prefix + stream, expectedRevision, events).catch((error: unknown) => {
        if (error instanceof Error && 'stream' in error) error.stream = stream
        throw error
      })
    },
    async *follow(after: Position, signal) {
      for await (const batch of log.follow(after === 0 ? start : after, signal)) {
        const ours = batch.filter(own).map(unprefixed)
        if (ours.length > 0) yield ours
      }
    },
    async head() {
      const head = await log.head()
      return head === start ? 0 : head
    },
    close: () => log.close(),
  })

  return {
    log: sectionOf(whole),
    reopen: async () => sectionOf(createEventStoreLog({ url })),
    cleanUp: () => whole.close(),
  }
}
