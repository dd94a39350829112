import type { StoredEvent } from './event-log.ts'

/** The columns of an event, in the order of `EventRow`; the time in UTC, whatever zone the session has. */
export const EVENT_COLUMNS = `position, stream, revision, id, type, data, meta, (recorded_at at time zone 'UTC')::text`

export type EventRow = [
  position: number,
  stream: string,
  revision: number,
  id: string,
  type: string,
  data: string,
  meta: string,
  recordedAt: string,
]

const POSTGRES_TIME = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?$/

let lastText = ''
let lastTime = ''

/** `2026-03-02 09:00:00.12` to ISO. Remembers the last one: all events of a group have the same. */
function isoTime(text: string): string {
  if (text === lastText) return lastTime
  const [, day, time, fraction = ''] = POSTGRES_TIME.exec(text) ?? []
  if (day === undefined) throw new Error(`The log needs DateStyle ISO, not times like ${text}`)
  lastTime = `${day}T${time}.${fraction.padEnd(3, '0')}Z`
  lastText = text
  return lastTime
}

export const toStored = ([position, stream, revision, id, type, data, meta, recordedAt]: EventRow): StoredEvent => ({
  id,
  type,
  data,
  meta,
  position,
  stream,
  revision,
  recordedAt: isoTime(recordedAt),
})
