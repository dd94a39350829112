import type { StoredEvent } from '#commands/log/event-log.ts'

/** How many ids are remembered over all streams: about 30 MB. One stream may have more: it is kept while in use. */
const MOST_IDS = 200_000

/**
 * Which event ids are in a stream, and at which revision. EventStoreDB compares ids only at the place of the append,
 * so an id that comes again further on would be stored twice; what is below an exact expected revision cannot change,
 * so looking here first is enough. Whoever appends has mostly just read the stream, so it costs no call.
 */
export type KnownIds = {
  /** Remembers what was read, when it goes on where the memory of its stream ends. */
  learn(stream: string, events: readonly StoredEvent[]): void
  /** The ids of a stream by revision, up to this revision at least, or as far as the stream goes. */
  upTo(stream: string, revision: number): Promise<ReadonlyMap<string, number>>
}

type Memory = { next: number; readonly ids: Map<string, number> }

export function createKnownIds(
  read: (stream: string, from: number) => Promise<readonly StoredEvent[]>,
  mostIds = MOST_IDS,
): KnownIds {
  /** The streams used last come last. */
  const streams = new Map<string, Memory>()
  let count = 0

  const memoryOf = (stream: string): Memory => {
    const memory = streams.get(stream) ?? { next: 0, ids: new Map<string, number>() }
    streams.delete(stream)
    streams.set(stream, memory)
    return memory
  }

  const forgetOldest = () => {
    for (const [stream, { ids }] of streams) {
      if (count <= mostIds || streams.size === 1) return
      streams.delete(stream)
      count -= ids.size
    }
  }

  const learn = (stream: string, events: readonly StoredEvent[]) => {
    if (events.length === 0) return
    const memory = memoryOf(stream)
    for (const { id, revision } of events) {
      if (revision !== memory.next) continue
      memory.ids.set(id, revision)
      memory.next += 1
      count += 1
    }
    forgetOldest()
  }

  return {
    learn,
    async upTo(stream, revision) {
      const { next } = memoryOf(stream)
      if (next <= revision) learn(stream, await read(stream, next))
      return memoryOf(stream).ids
    },
  }
}
