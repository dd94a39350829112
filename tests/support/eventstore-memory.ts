/** An event as EventStoreDB holds it. `position` is where its record begins in the log, in bytes. */
export type EventRecord = {
  readonly position: bigint
  readonly stream: string
  readonly revision: number
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
  /** Ticks of 100 nanoseconds since 1970. */
  readonly created: bigint
}

export type Proposed = Pick<EventRecord, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>

/** What became of an append: the last record, or the revision that the stream is at (undefined: there is none). */
export type Outcome =
  { readonly written: EventRecord } | { readonly conflict: true; readonly current: number | undefined }

/** What a server keeps; two servers on the same one play two nodes, or a restart. */
export type EventStoreMemory = {
  readonly records: readonly EventRecord[]
  stream(name: string): readonly EventRecord[]
  /** `expected` -1: the stream must be new. */
  append(stream: string, expected: number, events: readonly Proposed[]): Outcome
  /** Told after each append; answers what ends the telling. */
  watch(grown: () => void): () => void
}

const SYSTEM_EVENT_EVERY = 7

/**
 * The rules of EventStoreDB for an append with an exact revision, and its log: positions by the size of the records,
 * and system events among ours, one of them at the very beginning.
 */
export function createEventStoreMemory(): EventStoreMemory {
  const records: EventRecord[] = []
  const streams = new Map<string, EventRecord[]>()
  const watchers = new Set<() => void>()
  let next = 0n
  let appends = 0

  const write = (stream: string, events: readonly Proposed[]): EventRecord | undefined => {
    const past = streams.get(stream) ?? []
    streams.set(stream, past)
    const created = BigInt(Date.now()) * 10_000n
    for (const event of events) {
      const record = { ...event, position: next, stream, revision: past.length, created }
      past.push(record)
      records.push(record)
      next += BigInt(120 + 2 * stream.length + event.data.length + event.metadata.length)
    }
    return past.at(-1)
  }

  const writeSystemEvent = () => {
    const empty = new Uint8Array()
    const event = { id: crypto.randomUUID(), type: '$statsCollected', contentType: 'application/json' }
    write('$stats-127.0.0.1:2113', [{ ...event, data: Buffer.from('{}'), metadata: empty }])
  }
  writeSystemEvent()

  return {
    records,
    stream: (name) => streams.get(name) ?? [],
    append(stream, expected, events) {
      const past = streams.get(stream) ?? []
      const current = past.length - 1
      if (expected < current) {
        // Known ids at their places are acknowledged, whatever else the events hold.
        const isKnown = events.every(({ id }, index) => past[expected + 1 + index]?.id === id)
        const last = past[expected + events.length]
        if (isKnown && last !== undefined) return { written: last }
      }
      if (expected !== current) return { conflict: true, current: current < 0 ? undefined : current }
      const written = write(stream, events)
      if (written === undefined) throw new Error('The adapter sent an append without events')
      appends += 1
      if (appends % SYSTEM_EVENT_EVERY === 0) writeSystemEvent()
      for (const grown of watchers) grown()
      return { written }
    },
    watch(grown) {
      watchers.add(grown)
      return () => watchers.delete(grown)
    },
  }
}
