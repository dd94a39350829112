import type pg from 'pg'
import { inTransaction } from '#commands/postgres.ts'
import type { StreamEnd } from './ends-tree.ts'

/**
 * Where all streams ended when a seal was made, kept so that nobody need read the whole log for it. Whoever reads it holds
 * it against that seal: it may have been changed, or be away.
 */
export type StreamEnds = {
  /** Gives every end, in any order, and the number of the seal; undefined where what is there is of none. */
  load(take: (end: StreamEnd) => void): Promise<number | undefined>
  /** Puts ends in the place of those before, and with them the number of the seal: all of it or nothing. */
  write(ends: readonly StreamEnd[], number: number): Promise<void>
  /** Takes all out. */
  clear(): Promise<void>
}

const PAGE = 10_000

/**
 * In the tables `stream_end` and `stream_end_seal`. Ends only ever go on: what a process that stood still writes late
 * changes nothing.
 */
export function postgresStreamEnds(pool: pg.Pool): StreamEnds {
  const within = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    try {
      return await inTransaction(client, () => work(client))
    } finally {
      client.release()
    }
  }

  return {
    load: (take) =>
      within(async (client) => {
        await client.query('set transaction isolation level repeatable read, read only')
        const seal = await client.query<{ number: string }>('select number::text from stream_end_seal')
        const number = Number(seal.rows[0]?.number ?? 0)
        if (number === 0) return undefined
        for (let after = ''; ;) {
          const { rows } = await client.query<StreamEnd>(
            `select stream, revision, hash from stream_end where stream > $1 order by stream limit ${PAGE}`,
            [after],
          )
          for (const end of rows) take(end)
          const last = rows.at(-1)
          if (last === undefined) return number
          after = last.stream
        }
      }),

    write: (ends, number) =>
      within(async (client) => {
        const columns = [
          ends.map(({ stream }) => stream),
          ends.map(({ revision }) => revision),
          ends.map(({ hash }) => hash),
        ]
        await client.query(
          `insert into stream_end (stream, revision, hash)
           select * from unnest($1::text[], $2::integer[], $3::text[])
               on conflict (stream) do update set revision = excluded.revision, hash = excluded.hash
            where stream_end.revision < excluded.revision`,
          columns,
        )
        await client.query(
          `insert into stream_end_seal (number) values ($1)
               on conflict (only_row) do update set number = greatest(stream_end_seal.number, excluded.number)`,
          [number],
        )
      }),

    async clear() {
      await pool.query('delete from stream_end_seal')
      // In parts, as a statement has its time.
      const part = `delete from stream_end where stream in (select stream from stream_end limit ${PAGE})`
      while ((await pool.query(part)).rowCount !== 0);
    },
  }
}
