import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  type ResolvedEvent,
  START,
  type StreamingRead,
} from '@eventstore/db-client'
import { LogGap, type Position, type StoredEvent } from '#commands/log/event-log.ts'
import { isOfType, NoAnswer } from './client.ts'
import { isSystemEvent, toStored } from './records.ts'

/** How long the next event of a reading may take, in milliseconds: the client has no deadline for readings. */
const SILENCE = 5_000
const NEWEST_FIRST = { direction: BACKWARDS, fromPosition: END, requiresLeader: true } as const

/** The events of a reading as they come; throws `NoAnswer` when none comes for long. */
async function* eventsOf(reading: StreamingRead<ResolvedEvent>, what: string): AsyncGenerator<ResolvedEvent> {
  const silence = setTimeout(() => reading.destroy(new NoAnswer(what)), SILENCE)
  // The line may break once more after the reading has ended.
  reading.on('error', () => undefined)
  try {
    for await (const resolved of reading.iterator({ destroyOnReturn: false })) {
      silence.refresh()
      yield resolved
    }
  } finally {
    clearTimeout(silence)
    await reading.cancel().catch(() => undefined)
    // What is left unread would keep the call from ending, and with it the client from closing.
    reading.resume()
  }
}

/**
 * The events of a stream from a revision on, at most `maxCount` of them; none when there is no such stream. Throws
 * `LogGap` when one is missing: streams of this log are neither cut nor deleted.
 */
export async function readStream(
  client: EventStoreDBClient,
  stream: string,
  from: number,
  maxCount?: number,
): Promise<StoredEvent[]> {
  const limit = maxCount === undefined ? {} : { maxCount }
  const reading = client.readStream(stream, { fromRevision: BigInt(from), requiresLeader: true, ...limit })
  const events: StoredEvent[] = []
  try {
    for await (const resolved of eventsOf(reading, `reading ${stream}`)) {
      const event = toStored(resolved)
      const due = from + events.length
      if (event.revision !== due) throw new LogGap(due, event.revision)
      events.push(event)
    }
  } catch (error) {
    if (isOfType(error, 'stream-not-found')) return []
    throw error
  }
  return events
}

/** A record's place in the whole log, as the server says it. */
export type RecordPlace = { readonly commit: bigint; readonly prepare: bigint }

/** What is recorded after a place, from the beginning without one, at most `maxCount` records: the server's own too. */
export async function readRecords(
  client: EventStoreDBClient,
  after: RecordPlace | undefined,
  maxCount: number,
): Promise<ResolvedEvent[]> {
  const from = { direction: FORWARDS, fromPosition: after ?? START, requiresLeader: true } as const
  // A reading begins with the record of its place.
  const reading = client.readAll({ ...from, maxCount: after === undefined ? maxCount : maxCount + 1 })
  const records: ResolvedEvent[] = []
  for await (const resolved of eventsOf(reading, 'reading all')) records.push(resolved)
  return after === undefined ? records : records.slice(1)
}

/** The position of the last event that is one of ours; 0 when there is none. */
export async function readHead(client: EventStoreDBClient): Promise<Position> {
  const last = await readLast(client)
  return last === undefined ? 0 : toStored(last).position
}

/** The last record that is not the server's own. */
export async function readLast(client: EventStoreDBClient): Promise<ResolvedEvent | undefined> {
  // Mostly it is among the last few; system events may have piled up behind it when the portal stood still.
  for (const limit of [{ maxCount: 16 }, {}]) {
    for await (const resolved of eventsOf(client.readAll({ ...NEWEST_FIRST, ...limit }), 'reading the head')) {
      if (!isSystemEvent(resolved)) return resolved
    }
  }
  return undefined
}
