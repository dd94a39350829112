import { checkPosition } from '#commands/log/append-check.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { createAppender } from './append.ts'
import { insist, openEventStoreClient } from './client.ts'
import { followAll } from './follow.ts'
import { createKnownIds } from './known-ids.ts'
import { readHead, readStream } from './read.ts'
import { createLogCalls } from '#commands/log/log-calls.ts'

type EventStoreLogOptions = {
  /** `esdb://…`, as the client takes it; must reach the leader of the cluster, or let it be found (docs/eventstore.md). */
  readonly url: string
  /** For how many milliseconds a call is tried again while no node answers; 10,000 when left out. */
  readonly retryFor?: number
}

/**
 * The event log in EventStoreDB 22.6 or newer, which must be the portal's own. Positions are commit positions: they
 * grow but not by one, and only those of events, and 0, can be followed from. An event id is unique in its stream, not
 * in the whole log. Connects when first used.
 */
export function createEventStoreLog({ url, retryFor = 10_000 }: EventStoreLogOptions): EventLog {
  const { client, close } = openEventStoreClient(url)
  const read = (stream: string, from: number, count?: number) =>
    insist(retryFor, () => readStream(client, stream, from, count))
  const known = createKnownIds(read)
  const appender = createAppender(client, known, retryFor)
  const { mustBeOpen, tracked, ...calls } = createLogCalls()
  return {
    async read(stream, from = 0, count) {
      mustBeOpen()
      const events = await tracked(read(stream, Math.max(0, from), count))
      known.learn(stream, events)
      return events
    },

    async append(stream, expectedRevision, events) {
      mustBeOpen()
      return appender.append(stream, expectedRevision, events)
    },

    async *follow(after, signal) {
      mustBeOpen()
      checkPosition(after)
      yield* followAll(client, after, AbortSignal.any([signal, calls.closed]))
    },

    async head() {
      mustBeOpen()
      return tracked(insist(retryFor, () => readHead(client)))
    },

    async close() {
      if (!calls.close()) return
      await appender.idle()
      await calls.idle()
      await close()
    },
  }
}
