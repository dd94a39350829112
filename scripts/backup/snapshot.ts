import { join } from 'node:path'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { hashIn } from '#commands/log/event-hash.ts'
import { SEAL_STREAM } from '#commands/log/seals/seal.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { createClient } from '#commands/postgres.ts'
import { MIGRATIONS } from '#projections/migrations/migrate.ts'
import { type FileFacts, writeFileOf } from './files.ts'
import type { Manifest, TableFile } from './manifest.ts'
import { tablesOf } from './tables.ts'

/** The documents that a backup has, one SHA-256 a line: the hash of the file as it is kept, and its address. */
export const DOCUMENT_LIST = 'documents.txt'
const LIST_DOCUMENTS = `copy (select distinct sha256 from public.document where state <> 'cleared' order by 1) to stdout`

/** What of a manifest is read with the tables, at their moment. */
export type Moment = Pick<Manifest, 'takenAt' | 'migration' | 'secrets' | 'head'> & {
  /** What the last events of the seals' stream say, the last first: the last seal, and what somebody else may have put there. */
  readonly seals: readonly string[]
}
export type Snapshot = Moment & {
  readonly data: readonly TableFile[]
  readonly keys: readonly TableFile[]
  /** The list of the documents, where data were read. */
  readonly documents?: FileFacts & { readonly file: string }
}

export type SnapshotOptions = {
  readonly ownerUrl: string
  /** Where the tables of each part go; no data are read where theirs is left out. */
  readonly folders: { readonly data?: string; readonly keys: string }
  /** Told of each table that is written. */
  readonly told: (table: TableFile) => void | Promise<void>
}

/**
 * Writes the tables as they stand at one moment, by COPY, as they come: in one transaction that reads and locks nobody out,
 * so that the portal goes on writing.
 */
export async function writeSnapshot({ ownerUrl, folders, told }: SnapshotOptions): Promise<Snapshot> {
  const client = createClient(ownerUrl, { name: 'backup', patience: 'hours' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    const moment = await momentIn(client)
    const write = async (part: 'data' | 'keys', folder: string) => {
      const files: TableFile[] = []
      for (const table of tablesOf(part)) {
        const columns = await columnsOf(client, table)
        // Of a later migration than the tables have come to: a newer portal was put here and has not been started.
        if (columns.length === 0 && moment.migration !== MIGRATIONS.at(-1)) continue
        const file = await writeTable(client, folder, table, columns)
        await told(file)
        files.push(file)
      }
      return files
    }
    const keys = await write('keys', folders.keys)
    if (folders.data === undefined) return { ...moment, keys, data: [] }
    const data = await write('data', folders.data)
    const listed = copyTo(LIST_DOCUMENTS)
    const documents = await writeFileOf(join(folders.data, DOCUMENT_LIST), client.query(listed))
    return { ...moment, keys, data, documents: { file: DOCUMENT_LIST, ...documents } }
  } finally {
    // With the transaction. A COPY that nobody reads any more would never end.
    await client.end()
  }
}

type Row = {
  takenAt: string
  migration: string
  position: string
  recordedAt: string
  meta: string | null
  seals: readonly string[]
}

/** So many are read, and none that is too long for a seal: anybody may have appended there. */
const AMONG = 100
const LONGEST_SEAL = 4_096

async function momentIn(client: pg.Client): Promise<Moment> {
  const utc = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const { rows } = await client.query<Row>(
    `select ${utc('clock_timestamp()')} as "takenAt", ${utc('h.recorded_at')} as "recordedAt", h.position,
            (select name from kysely_migration order by name desc limit 1) as migration,
            (select meta from event_log l where l.position = h.position) as meta,
            array(select data from event_log where stream = $1 and octet_length(data) < ${LONGEST_SEAL}
                   order by revision desc limit ${AMONG}) as seals
       from event_log_head h`,
    [SEAL_STREAM],
  )
  const [row] = rows
  if (row === undefined) throw new StartRefused('The log of this database has no head: run npm run verify')
  const { takenAt, migration, recordedAt, meta, seals } = row
  if (!MIGRATIONS.includes(migration))
    throw new StartRefused(`The tables were made by a newer portal (${migration}): back up with that one.`)
  const checks = await client.query<{ name: string; value: string }>(
    'select name, value from secret_check order by name',
  )
  return {
    ...{ takenAt, migration, seals },
    secrets: Object.fromEntries(checks.rows.map(({ name, value }) => [name, value])),
    head: { position: Number(row.position), recordedAt, hash: meta === null ? '' : hashIn(meta) },
  }
}

/** In order, without those that Postgres computes itself; none where there is no such table. */
export async function columnsOf(client: pg.Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [`public.${table}`],
  )
  return rows.map(({ name }) => name)
}

/** What COPY calls a table and its columns. */
export const placeOf = (table: string, columns: readonly string[]): string =>
  `public.${pg.escapeIdentifier(table)} (${columns.map((name) => pg.escapeIdentifier(name)).join(', ')})`

async function writeTable(client: pg.Client, folder: string, table: string, columns: readonly string[]) {
  const file = `${table}.copy`
  const copy = client.query(copyTo(`copy ${placeOf(table, columns)} to stdout`))
  const facts = await writeFileOf(join(folder, file), copy)
  // The number of rows comes behind the last one: whatever is asked next has it before it.
  await client.query('select')
  return { file, ...facts, table, columns: [...columns], rows: copy.rowCount }
}
