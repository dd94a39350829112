import { join } from 'node:path'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { hashIn } from '#commands/log/event-hash.ts'
import { SEAL_STREAM } from '#commands/log/seal.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { createClient } from '#commands/postgres.ts'
import { Seal } from '#domain/seal/events.ts'
import { MIGRATIONS } from '#projections/migrations/migrate.ts'
import { type FileFacts, writeFileOf } from './files.ts'
import type { Manifest, TableFile } from './manifest.ts'
import { tablesOf } from './tables.ts'

/** How the text of a COPY is written and read, whatever the defaults of server and role are. */
export const COPY_SETTINGS = { timezone: 'UTC', datestyle: 'ISO', intervalstyle: 'postgres', bytea_output: 'hex' }

/** The documents that a backup has, one SHA-256 a line: the hash of the file as it is kept, and its address. */
export const DOCUMENT_LIST = 'documents.txt'
const LIST_DOCUMENTS = `copy (select distinct sha256 from public.document where state <> 'cleared' order by 1) to stdout`

/** What of a manifest is read with the tables, at their moment. */
export type Moment = Pick<Manifest, 'takenAt' | 'migration' | 'secrets' | 'head' | 'lastSeal'>
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
  const client = createClient(ownerUrl, { name: 'backup', patience: 'hours', settings: COPY_SETTINGS })
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
  seal: string | null
}

async function momentIn(client: pg.Client): Promise<Moment> {
  const utc = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const { rows } = await client.query<Row>(
    `select ${utc('clock_timestamp()')} as "takenAt", ${utc('h.recorded_at')} as "recordedAt", h.position,
            (select name from kysely_migration order by name desc limit 1) as migration,
            (select meta from event_log l where l.position = h.position) as meta,
            (select data from event_log where stream = $1 order by revision desc limit 1) as seal
       from event_log_head h`,
    [SEAL_STREAM],
  )
  const [row] = rows
  if (row === undefined) throw new StartRefused('The log of this database has no head: run npm run verify')
  const { takenAt, migration, recordedAt, meta, seal } = row
  if (!MIGRATIONS.includes(migration))
    throw new StartRefused(`The tables were made by a newer portal (${migration}): back up with that one.`)
  const checks = await client.query<{ name: string; value: string }>(
    'select name, value from secret_check order by name',
  )
  const { number, position, at } = seal === null ? {} : Seal.partial().parse(JSON.parse(seal))
  return {
    ...{ takenAt, migration },
    secrets: Object.fromEntries(checks.rows.map(({ name, value }) => [name, value])),
    head: { position: Number(row.position), recordedAt, hash: meta === null ? '' : hashIn(meta) },
    lastSeal: number === undefined || position === undefined || at === undefined ? null : { number, position, at },
  }
}

/** In order, without those that Postgres computes itself; none where there is no such table. */
async function columnsOf(client: pg.Client, table: string): Promise<readonly string[]> {
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
