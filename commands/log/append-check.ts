import { NO_STREAM, type EventToStore, type Position } from './event-log.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
// A lone half of a surrogate pair has no UTF-8 form, and Postgres keeps no U+0000: neither would come back as it went in.
const isKeepable = (text: string) => text.isWellFormed() && !text.includes('\0')

/**
 * Refuses, before anything is written, an append that no log could keep byte for byte. Throws RangeError when there
 * is no event, no stream name or no exact revision, and TypeError for an id that is not a lower-case UUID or a text
 * that has no UTF-8 form.
 */
export function checkAppend(stream: string, expectedRevision: number, events: readonly EventToStore[]): void {
  if (stream === '') throw new RangeError('A stream needs a name')
  if (!isKeepable(stream)) throw new TypeError('The name of a stream must be well-formed text')
  if (!Number.isSafeInteger(expectedRevision) || expectedRevision < NO_STREAM) {
    throw new RangeError(`${expectedRevision} is not a revision`)
  }
  if (events.length === 0) throw new RangeError(`There is no event to append to ${stream}`)
  for (const { id, type, data, meta } of events) {
    if (!UUID.test(id)) throw new TypeError(`Event id ${id} is not a UUID in lower case`)
    if (type === '') throw new TypeError(`Event ${id} has no type`)
    if (!isKeepable(type) || !isKeepable(data) || !isKeepable(meta)) {
      throw new TypeError(`Event ${id} holds text that cannot be kept byte for byte`)
    }
  }
}

/** Refuses with a RangeError to follow from what is not a position. */
export function checkPosition(position: Position): void {
  if (!Number.isSafeInteger(position) || position < 0) throw new RangeError(`${position} is not a position`)
}
