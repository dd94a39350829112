import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createCodec } from '#commands/log/codec.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { allEvents } from '#domain/events.ts'
import { benchSecrets } from './bench-secrets.ts'
import { aMovement, commandOf } from './event.ts'
import type { Writing } from './writers.ts'

export type PlainLog = {
  readonly writing: Writing
  readonly pool: pg.Pool
  end(): Promise<void>
}

/** A table like the log's with a sequence for its position, and a pool with a connection for each writer. */
export async function plainWriter(owner: pg.Pool, writers: number): Promise<PlainLog> {
  await owner.query(`create table plain_log (
    position bigint generated always as identity primary key,
    stream text collate "C" not null,
    revision integer not null,
    id uuid not null unique,
    type text collate "C" not null,
    data text collate "C" not null,
    meta text collate "C" not null,
    recorded_at timestamptz(3) not null default clock_timestamp(),
    unique (stream, revision)
  )`)
  const pool = new pg.Pool({ ...owner.options, max: writers })
  pool.on('error', () => undefined)
  // What the codec makes of the event, made once: the plain insert pays for no codec.
  const codec = createCodec(allEvents, createMemoryKeys(), benchSecrets)
  const [encoded] = await codec.encode('wallet-x', { revision: -1, hash: '' }, [aMovement()], commandOf(randomUUID()))
  if (encoded === undefined) throw new Error('The codec gave nothing')
  const { type, data, meta } = encoded
  const text = `insert into plain_log (stream, revision, id, type, data, meta)
    select $1, $2::integer, $3, $4, $5, $6
     where coalesce((select revision from plain_log where stream = $1 order by revision desc limit 1), -1) = $2 - 1`
  const writing: Writing = (stream) => {
    let revision = 0
    return async () => {
      const values = [stream, revision, randomUUID(), type, data, meta]
      const { rowCount } = await pool.query({ name: 'plain_append', text, values })
      if (rowCount !== 1) throw new Error(`${stream} is not at ${revision}`)
      revision += 1
    }
  }
  return { writing, pool, end: () => pool.end() }
}
