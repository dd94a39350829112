import type pg from 'pg'
import { type Difference, INDEX_CHECK } from './difference.ts'
import type { Position, StoredEvent } from '#commands/log/event-log.ts'
import {
  EVENT_COLUMNS,
  type EventRow,
  HEAD_POSITION,
  mayBeCut,
  pageQuery,
  readableNumber,
  toStored,
} from '#commands/log/postgres/rows.ts'
import { type Missed, missedByIndex } from '#commands/log/postgres/found-by-index.ts'
import { findHeadAhead } from '#commands/log/postgres/head-time.ts'
import { lostGuards } from '#commands/log/postgres/log-schema.ts'
import { SEAL_STREAM } from '#commands/log/seals/seal.ts'
import { INTEGRITY_STREAM } from '#domain/integrity/events.ts'

/** Where the stored rows begin and end, and where the log says it ends: read at one moment. 1 and 0 where there are none. */
export type Bounds = { readonly first: Position; readonly last: Position; readonly head: Position }

/** The stored events of a log as they lie there, for `verifyLog`: nothing is taken for granted, no order, no count. */
export type StoredRows = {
  /** Whether an event's position is that of the event before and one. */
  readonly isGapless: boolean
  bounds(): Promise<Bounds>
  /**
   * Pages in order of position, everything that is there after a position (0 when left out) up to `head`; a row that cannot
   * be read is its reason.
   */
  pages(head: Position, after?: Position): AsyncIterable<readonly (StoredEvent | UnreadableRow)[]>
  /** The same stream by stream, each in order of revision; those that cannot be read are left out. */
  byStream(head: Position): AsyncIterable<readonly StoredEvent[]>
  /** All rows that have an id, or a revision of a stream, of one of these events: more than these where one was copied. */
  sameAs(events: readonly StoredEvent[]): Promise<readonly StoredEvent[]>
  /** Of these events, those that are not found by one of the ways by which processes look for events, one difference each. */
  missed?(events: readonly StoredEvent[]): Promise<readonly Difference[]>
  /** The rows of the seals' stream. */
  sealRows(): Promise<readonly StoredEvent[]>
  /** The rows of the operators' decisions. */
  decisionRows(): Promise<readonly StoredEvent[]>
  /** Once all pages were read: what of the log does not hold beside its events, where there is such a thing. */
  faults?(): readonly Difference[]
  /** What should hold the rows where they are, and does not: constraints, triggers, when the last of them was recorded. */
  guards?(): Promise<readonly Difference[]>
}

/** Rows over a connection of their own. */
export type ClosableRows = StoredRows & { close(): Promise<void> }

/** A row with a column that no event has, such as a time before Christ. */
export type UnreadableRow = { readonly position: Position; readonly unreadable: string }

/** Those of a page that can be read. */
export const readableOf = (page: readonly (StoredEvent | UnreadableRow)[]): readonly StoredEvent[] =>
  page.flatMap((row) => ('unreadable' in row ? [] : [row]))

const PAGE = 1_000

/**
 * The rows of the Postgres log. Page by page in short reads: one long one would keep the versions of the head row from
 * being tidied away while the portal writes. Needs a pool with `logTypes`.
 */
export function postgresRows(pool: pg.Pool): StoredRows {
  const select = async (text: string, values: readonly (number | string)[]) =>
    (await pool.query<EventRow>({ text, values: [...values], rowMode: 'array' })).rows
  // By position, not by number of rows: so that a second row of one position is seen.
  const stretch = pageQuery('position > $1 and position <= $2', 'position', 'all')
  const page = (after: Position) => select(stretch, [after, after + PAGE])

  const rowsOf = async (stream: string) => {
    const text = `select ${EVENT_COLUMNS} from public.event_log where stream = $1 order by revision, position`
    const rows = await select(text, [stream])
    return readableOf(rows.map(readable))
  }

  return {
    isGapless: true,
    async bounds() {
      const { rows } = await pool.query<Bounds>(
        `select coalesce((select min(position) from public.event_log), 1) as first,
                ${readableNumber('coalesce((select max(position) from public.event_log), 0)')} as last,
                coalesce((select ${HEAD_POSITION} from public.event_log_head), 0) as head`,
      )
      return rows[0] ?? { first: 1, last: 0, head: 0 }
    },
    async *pages(head, from = 0) {
      if (from >= head) return
      let after = from
      let ahead = page(after)
      while (after < head) {
        const rows = await ahead
        const last = rows.at(-1)?.[0]
        after = last !== undefined && mayBeCut(rows) ? last : after + PAGE
        if (after < head) {
          ahead = page(after)
          ahead.catch(() => undefined) // met in its turn, unless nobody wants it any more
        }
        yield rows.filter(([position]) => position <= head).map(readable)
      }
    },
    async *byStream(head) {
      const condition = '(stream, revision) > ($1, $2) and position <= $3'
      const text = pageQuery(condition, 'stream, revision, position', PAGE)
      const behind = (stream: string, revision: number) => select(text, [stream, revision, head])
      let ahead = behind('', -1)
      for (;;) {
        const rows = await ahead
        const last = rows.at(-1)
        if (last === undefined) return
        const [, stream, revision] = last
        ahead = behind(stream, revision)
        ahead.catch(() => undefined) // as above
        yield readableOf(rows.map(readable))
      }
    },
    async sameAs(events) {
      const of = `select ${EVENT_COLUMNS} from public.event_log where`
      const text = `${of} (stream, revision) in (select * from unnest($1::text[], $2::integer[]))
        union ${of} id = any($3::uuid[]) order by position`
      const [streams, revisions] = [events.map(({ stream }) => stream), events.map(({ revision }) => revision)]
      // Their keys may be gone, as without that there is no copy: one look at the whole table, then.
      const { rows } = await pool.query<EventRow>({
        ...{ text, values: [streams, revisions, events.map(({ id }) => id)], rowMode: 'array' },
      })
      return readableOf(rows.map(readable))
    },
    missed: async (events) => (await missedByIndex(pool, events)).map(notIn),
    guards: async () => [...(await lostGuards(pool)), ...(await findHeadAhead(pool))],
    sealRows: () => rowsOf(SEAL_STREAM),
    decisionRows: () => rowsOf(INTEGRITY_STREAM),
  }
}

const notIn = ({ event: { position, stream }, index }: Missed): Difference => ({
  ...{ position, stream, check: INDEX_CHECK, expected: `to be found by ${index}` },
  found: 'not there: whoever looks for it so has the log without it',
})

function readable(row: EventRow): StoredEvent | UnreadableRow {
  try {
    return toStored(row)
  } catch (error) {
    return { position: row[0], unreadable: error instanceof Error ? error.message : String(error) }
  }
}
