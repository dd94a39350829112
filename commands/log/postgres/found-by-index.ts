import type pg from 'pg'
import { inTransaction } from '#commands/postgres.ts'
import type { StoredEvent } from '#commands/log/event-log.ts'

/** By which index of the log somebody looks for an event, and the question that looks by it alone. */
const WAYS = [
  { index: 'event_log_pkey', by: 'position = any($1::bigint[])', of: ({ position }: StoredEvent) => [position] },
  { index: 'event_log_id', by: 'id = any($1::uuid[])', of: ({ id }: StoredEvent) => [id] },
  {
    ...{ index: 'event_log_place', by: '(stream, revision) in (select * from unnest($1::text[], $2::integer[]))' },
    of: ({ stream, revision }: StoredEvent) => [stream, revision],
  },
] as const

/** An event that whoever looks for it by an index does not find. */
export type Missed = { readonly event: StoredEvent; readonly index: string }

/**
 * Those of some events that an index of the log does not have: a superuser can put a row in past it, so that it is there by its
 * position, and not for whoever loads its stream. An index that is away is for the guards (guards.ts); by none is asked then.
 */
export async function missedByIndex(pool: pg.Pool, events: readonly StoredEvent[]): Promise<readonly Missed[]> {
  if (events.length === 0) return []
  const client = await pool.connect()
  try {
    return await inTransaction(client, async () => {
      // Nothing but the index: a look through the whole table would find what is to be missed.
      await client.query(
        'set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off',
      )
      const there = await client.query<{ index: string }>(
        `select c.relname as index from pg_index i join pg_class c on c.oid = i.indexrelid
          where i.indrelid = 'public.event_log'::regclass and i.indisvalid and i.indisready`,
      )
      const indexes = new Set(there.rows.map(({ index }) => index))
      const missed: Missed[] = []
      for (const { index, by, of } of WAYS.filter((way) => indexes.has(way.index))) {
        const values = events.map(of)
        const asked = values[0]?.map((_, column) => values.map((value) => value[column])) ?? []
        const { rows } = await client.query<{ position: string }>(
          `select position::text from public.event_log where ${by}`,
          asked,
        )
        const found = new Set(rows.map(({ position }) => Number(position)))
        for (const event of events) if (!found.has(event.position)) missed.push({ event, index })
      }
      return missed
    })
  } finally {
    client.release()
  }
}
