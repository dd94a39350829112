import type pg from 'pg'
import type { Difference } from './difference.ts'
import type { Position, StoredEvent } from './event-log.ts'
import { EVENT_COLUMNS, type EventRow, toStored } from './postgres-rows.ts'
import { SEAL_STREAM } from './seal.ts'
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
  /** The rows of the seals' stream. */
  sealRows(): Promise<readonly StoredEvent[]>
  /** The rows of the operators' decisions. */
  decisionRows(): Promise<readonly StoredEvent[]>
  /** Once all pages were read: what of the log does not hold beside its events, where there is such a thing. */
  faults?(): readonly Difference[]
}

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
  const select = async (condition: string, values: readonly (number | string)[]) => {
    const text = `select ${EVENT_COLUMNS} from public.event_log where ${condition}`
    return (await pool.query<EventRow>({ text, values: [...values], rowMode: 'array' })).rows
  }
  // By position, not by number of rows: so that a second row of one position is seen.
  const page = (after: Position) => select('position > $1 and position <= $2 order by position', [after, after + PAGE])

  const rowsOf = async (stream: string) => {
    const rows = await select('stream = $1 order by revision', [stream])
    return readableOf(rows.map(readable))
  }

  return {
    isGapless: true,
    async bounds() {
      const { rows } = await pool.query<Bounds>(
        `select coalesce((select min(position) from public.event_log), 1) as first,
                coalesce((select max(position) from public.event_log), 0) as last,
                coalesce((select position from public.event_log_head), 0) as head`,
      )
      return rows[0] ?? { first: 1, last: 0, head: 0 }
    },
    async *pages(head, from = 0) {
      if (from >= head) return
      let ahead = page(from)
      for (let after = from; after < head; after += PAGE) {
        const rows = await ahead
        if (after + PAGE < head) {
          ahead = page(after + PAGE)
          ahead.catch(() => undefined) // met in its turn, unless nobody wants it any more
        }
        yield rows.filter(([position]) => position <= head).map(readable)
      }
    },
    async *byStream(head) {
      const behind = (stream: string, revision: number) =>
        select(`(stream, revision) > ($1, $2) and position <= $3 order by stream, revision limit ${PAGE}`, [
          stream,
          revision,
          head,
        ])
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
    sealRows: () => rowsOf(SEAL_STREAM),
    decisionRows: () => rowsOf(INTEGRITY_STREAM),
  }
}

function readable(row: EventRow): StoredEvent | UnreadableRow {
  try {
    return toStored(row)
  } catch (error) {
    return { position: row[0], unreadable: error instanceof Error ? error.message : String(error) }
  }
}
