import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { inTransaction } from '#commands/postgres.ts'
import { checkAppend } from '#commands/log/append-check.ts'
import type { EventToStore, Position } from '#commands/log/event-log.ts'
import { LOG_CHANNEL } from './log-schema.ts'

/** An event as a bulk load takes it; `recordedAt` (ISO, UTC, milliseconds) is now when left out. */
export type BulkEvent = EventToStore & {
  readonly stream: string
  readonly revision: number
  readonly recordedAt?: string
}

/** A history that wanted the log to itself, and found that somebody had written into it. */
export class LogNotEmpty extends Error {
  constructor(position: Position) {
    super(`The log has ${position} events already`)
    this.name = 'LogNotEmpty'
  }
}

export type BulkLoaded = { readonly count: number; readonly position: Position }

const CHUNK = 256 * 1024
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * Appends many events in one transaction by COPY, for generated histories; only the owner of the log can, as it goes
 * past the append function. Holds the head row throughout, so other appends wait. All or nothing: throws, and writes
 * nothing, when a stream's revisions do not go on one by one, an id is taken, or a time of recording goes back or
 * lies ahead. Does not acknowledge events that are already there. `intoEmpty`: throws LogNotEmpty unless they are the first.
 */
export async function bulkLoad(
  owner: pg.Pool,
  events: Iterable<BulkEvent> | AsyncIterable<BulkEvent>,
  { intoEmpty = false }: { readonly intoEmpty?: boolean } = {},
): Promise<BulkLoaded> {
  const client = await owner.connect()
  try {
    return await inTransaction(client, async () => {
      const head = await lockHead(client)
      if (intoEmpty && head.position > 0) throw new LogNotEmpty(head.position)
      const loaded = { position: head.position, recordedAt: head.recordedAt }
      const copy = client.query(
        copyFrom('copy public.event_log (position, stream, revision, id, type, data, meta, recorded_at) from stdin'),
      )
      await pipeline(Readable.from(copyLines(events, loaded, head.now)), copy)
      await checkRevisions(client, head.position)
      await client.query('update public.event_log_head set position = $1, recorded_at = $2', [
        loaded.position,
        loaded.recordedAt,
      ])
      await client.query('select pg_notify($1, $2)', [LOG_CHANNEL, String(loaded.position)])
      return { count: loaded.position - head.position, position: loaded.position }
    })
  } finally {
    client.release()
  }
}

async function lockHead(client: pg.PoolClient) {
  const { rows } = await client.query<{ position: string; recordedAt: Date; now: Date }>(
    'select position::text, recorded_at as "recordedAt", clock_timestamp() as now from public.event_log_head for update',
  )
  const [head] = rows
  if (head === undefined) throw new Error('The log has no head: installPostgresLog has not run')
  const recordedAt = head.recordedAt.toISOString()
  const now = head.now.toISOString()
  return { position: Number(head.position), recordedAt, now: now > recordedAt ? now : recordedAt }
}

async function* copyLines(
  events: Iterable<BulkEvent> | AsyncIterable<BulkEvent>,
  loaded: { position: Position; recordedAt: string },
  now: string,
): AsyncGenerator<string> {
  let chunk = ''
  for await (const event of events) {
    const { stream, revision, id, type, data, meta, recordedAt = now } = event
    checkAppend(stream, revision - 1, [event])
    if (!ISO_TIME.test(recordedAt) || recordedAt < loaded.recordedAt || recordedAt > now) {
      throw new RangeError(`Event ${id} cannot be recorded at ${recordedAt}, after ${loaded.recordedAt}`)
    }
    loaded.position += 1
    loaded.recordedAt = recordedAt
    const texts = [stream, String(revision), id, type, data, meta].map(copyText).join('\t')
    chunk += `${loaded.position}\t${texts}\t${recordedAt}\n`
    if (chunk.length > CHUNK) {
      yield chunk
      chunk = ''
    }
  }
  yield chunk
}

const SPECIAL = /[\\\n\r\t]/g
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const copyText = (text: string) => text.replace(SPECIAL, (character) => escapes[character] ?? character)

/** Each loaded event must be one revision after the event of its stream before it. */
async function checkRevisions(client: pg.PoolClient, start: Position): Promise<void> {
  const { rows } = await client.query<{ stream: string; revision: number }>(
    `select stream, revision
       from (select stream, revision, lag(revision) over (partition by stream order by position) as previous
               from public.event_log where position > $1) e
      where revision <> 1 + coalesce(previous, (
              select max(l.revision) from public.event_log l where l.stream = e.stream and l.position <= $1), -1)
      limit 1`,
    [start],
  )
  const [wrong] = rows
  if (wrong !== undefined)
    throw new RangeError(`Revision ${wrong.revision} of ${wrong.stream} does not follow the one before`)
}
