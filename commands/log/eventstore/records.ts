import { binaryEvent, type EventData, type ResolvedEvent } from '@eventstore/db-client'
import type { EventToStore, Position, StoredEvent } from '#commands/log/event-log.ts'

const NOT_GIVEN = new Error('EventStoreDB 22.6 or newer is needed: this one does not say where an event is')

/**
 * An event as EventStoreDB keeps it: the data as its bytes, the metadata as one text in a JSON object, as the client
 * parses metadata and would not give back the bytes of our own JSON.
 */
export const toProposed = ({ id, type, data, meta }: EventToStore): EventData =>
  binaryEvent({ id, type, data: new Uint8Array(Buffer.from(data, 'utf8')), metadata: { text: meta } })

/** System events ($metadata, $stats …) share the log but are none of ours. */
export const isSystemEvent = ({ event }: ResolvedEvent): boolean => event === undefined || event.type.startsWith('$')

/** The event of one of ours. Throws when it was not written by `toProposed`, or the server is too old. */
export function toStored({ event }: ResolvedEvent): StoredEvent {
  if (event === undefined) throw new Error('EventStoreDB answered with a link where an event was due')
  const { id, type, data, metadata, streamId: stream, revision, created } = event
  const text: unknown = typeof metadata === 'object' && 'text' in metadata ? metadata['text'] : undefined
  if (!(data instanceof Uint8Array) || typeof text !== 'string') {
    throw new Error(`Event ${id} of ${stream} was not written by this log`)
  }
  return {
    id,
    type,
    data: Buffer.from(data).toString('utf8'),
    meta: text,
    position: positionOf(event.position),
    stream,
    revision: Number(revision),
    recordedAt: created.toISOString(),
  }
}

/**
 * The commit position alone: whatever this log writes commits itself, so commit and prepare position are the same
 * number, one per event (docs/eventstore.md). An event of an old explicit transaction shares its commit position.
 */
function positionOf(position: { commit: bigint; prepare: bigint } | undefined): Position {
  if (position === undefined) throw NOT_GIVEN
  const { commit, prepare } = position
  if (commit > BigInt(Number.MAX_SAFE_INTEGER)) throw NOT_GIVEN
  if (commit !== prepare) throw new Error(`The event at ${prepare} shares the commit position ${commit} with others`)
  return Number(commit)
}
