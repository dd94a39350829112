import type { StoredEvent } from '#commands/log/event-log.ts'

/** A number of the database's, in SQL: one that no process could read, as the nearest that one can. */
export const readableNumber = (sql: string): string => `greatest(-9007199254740991, least(9007199254740991, ${sql}))`

/** Where the head row says that the log ends. */
export const HEAD_POSITION = readableNumber('position')

/** The columns of an event, in the order of `EventRow`; the time in UTC, whatever zone the session has. */
export const EVENT_COLUMNS = `position, stream, revision, id, type, data, meta, (recorded_at at time zone 'UTC')::text`

/**
 * Bytes: twice what the largest event takes that the codec lets through, a bill of 500 lines. Without a bound the app's
 * rights alone would do to write an event that nobody can read without ending, so that no start would get past it.
 */
export const LARGEST_EVENT = 8_000_000

/** How many bytes of data a page has at most. */
const PAGE_BYTES = 4 * LARGEST_EVENT

/**
 * Asks for the events that meet a condition, from the first on and no more than fit into a page: by the thousand, the
 * largest that the log takes would fill a process's memory. `limit`: how many in any case.
 */
export const pageQuery = (condition: string, order: string, limit: number | 'all'): string => `
  select ${EVENT_COLUMNS} from (
    select *, sum(octet_length(data)) over upto as bytes, row_number() over upto as number
    from public.event_log where ${condition} window upto as (order by ${order}) order by ${order} limit ${limit}
  ) page where bytes <= ${PAGE_BYTES} or number = 1 order by ${order}`

/** Whether a page may have been cut by its bytes: one that was has three quarters of them, and a UTF-16 unit takes up to three. */
export const mayBeCut = (page: readonly EventRow[]): boolean =>
  page.reduce((units, [, , , , , data]) => units + data.length, 0) >= (PAGE_BYTES - LARGEST_EVENT) / 3

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

/** The log's table has columns of other types than the portal made: said as Postgres says it of a statement (datatype mismatch). */
const OTHER_TYPES = { code: '42804' }

/** Throws when the columns are of other types: what reads otherwise is no other event, and nobody's forgery. */
export function toStored(row: EventRow): StoredEvent {
  const [position, stream, revision, id, type, data, meta, recordedAt] = row
  if (typeof revision !== 'number' || typeof data !== 'string' || typeof meta !== 'string')
    throw Object.assign(new Error('The columns of event_log are of other types than the portal made'), OTHER_TYPES)
  return { id, type, data, meta, position, stream, revision, recordedAt: isoTime(recordedAt) }
}
