import { checkAppend, checkPosition } from '#commands/log/append-check.ts'
import { INTEGRITY_STREAM } from '#domain/integrity/events.ts'
import { DecidedSince, EventIdReused, RevisionConflict } from '#commands/log/event-log.ts'
import type { Appended, EventLog, Position, StoredEvent } from '#commands/log/event-log.ts'
import { createLogSignal, type LogSignal } from '#commands/log/log-signal.ts'

const BATCH = 1000

/** What outlives a memory log: hand the same store to a second log to play a restart. */
export type MemoryStore = {
  readonly events: StoredEvent[]
  readonly streams: Map<string, StoredEvent[]>
  readonly byId: Map<string, StoredEvent>
  readonly signal: LogSignal
}

export const createMemoryStore = (): MemoryStore => ({
  events: [],
  streams: new Map(),
  byId: new Map(),
  signal: createLogSignal(),
})

const placeOf = ({ revision, position, meta }: StoredEvent): Appended => ({ revision, position, meta })

/** The log in memory, for domain and simulation tests: the same contract as the others, gone with the process. */
export function createMemoryLog({
  store = createMemoryStore(),
  now = () => new Date(),
}: { store?: MemoryStore; now?: () => Date } = {}): EventLog {
  const closing = new AbortController()

  /** The next moment of the recorded clock, which never goes back. */
  const recordedAt = () => {
    const time = now().toISOString()
    const last = store.events.at(-1)?.recordedAt ?? time
    return time > last ? time : last
  }

  const mustBeOpen = () => {
    if (closing.signal.aborted) throw new Error('The log is closed')
  }

  return {
    async read(stream, from = 0, count = Number.POSITIVE_INFINITY) {
      mustBeOpen()
      return (store.streams.get(stream) ?? []).slice(Math.max(0, from), Math.max(0, from) + count)
    },

    async append(stream, expectedRevision, events, decided) {
      mustBeOpen()
      checkAppend(stream, expectedRevision, events)
      const past = store.streams.get(stream) ?? []
      const ids = new Set<string>()
      let last: StoredEvent | undefined
      let known = 0
      for (const [index, { id, type, data }] of events.entries()) {
        if (ids.has(id)) throw new EventIdReused(id)
        ids.add(id)
        const stored = store.byId.get(id)
        if (stored === undefined) continue
        const isThere = stored.stream === stream && stored.revision === expectedRevision + 1 + index
        if (!isThere || stored.type !== type || stored.data !== data) throw new EventIdReused(id)
        known += 1
        last = stored
      }
      if (known === events.length && last !== undefined) return placeOf(last)
      const decisions = store.streams.get(INTEGRITY_STREAM)?.length ?? 0
      if (decided !== undefined && decided !== decisions) throw new DecidedSince(stream, expectedRevision)
      if (past.length - 1 !== expectedRevision) throw new RevisionConflict(stream, expectedRevision)

      const at = recordedAt()
      if (past.length === 0) store.streams.set(stream, past)
      for (const { id, type, data, meta } of events) {
        const place = { position: store.events.length + 1, stream, revision: past.length, recordedAt: at }
        last = Object.freeze({ id, type, data, meta, ...place })
        past.push(last)
        store.events.push(last)
        store.byId.set(id, last)
      }
      store.signal.wake()
      if (last === undefined) throw new RangeError('An append needs an event')
      return placeOf(last)
    },

    async *follow(after: Position, signal) {
      mustBeOpen()
      checkPosition(after)
      const stop = AbortSignal.any([signal, closing.signal])
      let last = after
      while (!stop.aborted) {
        const ticks = store.signal.ticks()
        const batch = store.events.slice(last, last + BATCH)
        last += batch.length
        if (batch.length > 0) yield batch
        else await store.signal.after(ticks, stop)
      }
    },

    async head() {
      mustBeOpen()
      return store.events.length
    },

    async close() {
      closing.abort()
    },
  }
}
