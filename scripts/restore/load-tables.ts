import { join } from 'node:path'
import { report } from '#scripts/start/refusal.ts'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { SIGNED_TABLES } from '#api/signed-tables.ts'
import { installPostgresLog } from '#commands/log/postgres/log-schema.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { createClient, createPool, inTransaction } from '#commands/postgres.ts'
import { endOldRows, type SignedColumn } from '#commands/sign-old-rows.ts'
import { migrate } from '#projections/migrations/migrate.ts'
import { checkedPiecesOf } from '#scripts/backup/files.ts'
import { damaged } from '#scripts/backup/manifest.ts'
import { columnsOf, placeOf } from '#scripts/backup/snapshot.ts'
import { tablesOf } from '#scripts/backup/tables.ts'
import type { OpenedBackup } from './opened-backup.ts'

type Databases = { readonly appUrl: string; readonly ownerUrl: string }

/** What stands in a database in which nothing was ever written. */
const MADE = ['event_log_head', 'kysely_migration', 'kysely_migration_lock']

/** Throws `StartRefused` unless the database is empty, or all but its rows is what an earlier moment's tables had. */
export async function mustBeFree(ownerUrl: string, data: OpenedBackup, wasCut: boolean): Promise<void> {
  await withOwner(ownerUrl, async (owner) => {
    await mustBeEmpty(owner, wasCut)
    await mustNotBeLater(owner, data.manifest.migration)
  })
}

/** Whether no table of the database has a row that the portal would take for its own. */
export const isEmpty = async (ownerUrl: string): Promise<boolean> =>
  withOwner(ownerUrl, async (owner) => (await fullTable(owner)) === undefined)

/**
 * Fills an empty database from both parts of a backup: all or nothing in one transaction, where the keys are of the same
 * tables as the data; newer keys come behind the migrations that lie between. Brings the tables up to date.
 */
export async function loadTables(databases: Databases, data: OpenedBackup, keys: OpenedBackup): Promise<void> {
  const { appUrl, ownerUrl } = databases
  const appRole = decodeURIComponent(new URL(appUrl).username)
  const isOneSchema = data.manifest.migration === keys.manifest.migration
  const pool = createPool(ownerUrl, { name: 'log tables', patience: 'hours', max: 1 })
  await installPostgresLog(pool, appRole, report).finally(() => pool.end())
  await migrate(ownerUrl, appRole, report, data.manifest.migration)
  await withOwner(ownerUrl, (owner) =>
    inTransaction(owner, async () => {
      // Nobody begins to write meanwhile.
      await owner.query('lock table public.event_log_head in exclusive mode')
      await mustBeEmpty(owner)
      await fill(owner, data)
      if (isOneSchema) await fill(owner, keys)
      await endOldRowsOf(owner, data)
      if (isOneSchema) await endOldRowsOf(owner, keys)
      const { position, recordedAt } = data.manifest.head
      await owner.query('update public.event_log_head set position = $1, recorded_at = $2', [position, recordedAt])
      // What was cleared while the files were copied has none.
      await owner.query('delete from public.document where sha256 = any($1)', [data.manifest.cleared])
    }),
  )
  if (!isOneSchema) {
    await migrate(ownerUrl, appRole, report, keys.manifest.migration)
    await withOwner(ownerUrl, (owner) =>
      inTransaction(owner, async () => {
        await fill(owner, keys)
        await endOldRowsOf(owner, keys)
      }),
    )
  }
  await migrate(ownerUrl, appRole, report)
  await withOwner(ownerUrl, (owner) => owner.query('analyze'))
}

async function withOwner<T>(ownerUrl: string, act: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = createClient(ownerUrl, { name: 'restore', patience: 'hours' })
  await owner.connect()
  try {
    return await act(owner)
  } finally {
    await owner.end()
  }
}

/**
 * Fills a part of a backup in, where its tables are as the migration that it names has made them, and held by its manifest as
 * it is read: who can put other bytes there can do so while a restore goes on.
 */
async function fill(owner: pg.Client, { folder, manifest }: OpenedBackup): Promise<void> {
  await mustFit(owner, { folder, manifest })
  for (const { file, table, columns, rows, ...due } of manifest.tables) {
    const [path, copy] = [join(folder, file), owner.query(copyFrom(`copy ${placeOf(table, columns)} from stdin`))]
    await pipeline(checkedPiecesOf(path, due, damaged(path)), copy).catch((error: unknown) => {
      throw isTwice(error) ? new StartRefused(twiceIn(path, error)) : error
    })
    if (copy.rowCount !== rows) throw new Error(`${table} has ${copy.rowCount} rows, of ${rows} in ${file}`)
  }
}

/**
 * Throws `StartRefused` unless a part has each of its tables once, with the very columns that they have had since the migration
 * of the manifest: one without its MACs would be taken for one from before them.
 */
async function mustFit(owner: pg.Client, { folder, manifest }: OpenedBackup): Promise<void> {
  const due = new Set<string>()
  for (const table of tablesOf(manifest.part)) {
    const columns = await columnsOf(owner, table)
    if (columns.length > 0) due.add(placeOf(table, columns.toSorted()))
  }
  const there = manifest.tables.map(({ table, columns }) => placeOf(table, columns.toSorted()))
  const other = there.find((one) => !due.delete(one)) ?? [...due][0]
  if (other === undefined) return
  throw new StartRefused(
    `${folder} is not what a backup of its migration (${manifest.migration}) has: ${other}. It was made by somebody else, or ` +
      'by a portal whose tables were changed. Take another one. Nothing of this try is left.',
  )
}

/** Columns of MACs: rows from before them are signed by the first start behind their migration. */
const SIGNED_COLUMNS: readonly SignedColumn[] = [
  { table: 'credential', column: 'mac' },
  { table: 'person_key', column: 'destroyed_mac' },
  { table: 'outbox', column: 'ended_mac' },
  ...SIGNED_TABLES.map(({ name }) => ({ table: name, column: 'mac' })),
]

/**
 * A table that has MACs by the migration of the backup has no rows from before them: as the migrations have just made it, it
 * would take what somebody put in past the portal for one of these, and have it signed.
 */
async function endOldRowsOf(owner: pg.Client, { manifest }: OpenedBackup): Promise<void> {
  const tables = tablesOf(manifest.part)
  for (const signed of SIGNED_COLUMNS)
    if (tables.includes(signed.table) && (await columnsOf(owner, signed.table)).includes(signed.column))
      await endOldRows(owner, signed)
}

const isTwice = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === '23505'

/** Of a portal in which somebody took a key away and put a row in twice. */
const twiceIn = (file: string, { table, constraint }: pg.DatabaseError): string =>
  `${file} has rows twice that ${table ?? 'a table'} has once (${constraint ?? 'its key'}): they were put in past the ` +
  'portal that was backed up. Restore a backup from before, or take the copies out there, make its key again and back ' +
  'it up once more: npm run verify says where they stand. Nothing of this try is left.'

async function mustBeEmpty(owner: pg.Client, wasCut = false): Promise<void> {
  const table = await fullTable(owner)
  if (table === undefined) return
  const whose = wasCut ? ', of the restore that was cut as it seems' : ''
  throw new StartRefused(
    `The database holds something already (${table})${whose}: restore into an empty one (drop database, create database). ` +
      (wasCut ? 'No start goes on before that.' : 'Nothing was changed.'),
  )
}

/** The first table that has rows, of those that a database has in which nothing was ever written. */
async function fullTable(owner: pg.Client): Promise<string | undefined> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> all($1) order by 1`,
    [MADE],
  )
  for (const { name } of tables) {
    const { rowCount } = await owner.query(`select from public.${pg.escapeIdentifier(name)} limit 1`)
    if (rowCount !== 0) return name
  }
  return undefined
}

/** A restore that was cut may have left empty tables. Of a later moment they cannot be taken back. */
async function mustNotBeLater(owner: pg.Client, migration: string): Promise<void> {
  const known = await owner.query<{ there: boolean }>(
    "select to_regclass('public.kysely_migration') is not null as there",
  )
  if (known.rows[0]?.there !== true) return
  const { rows } = await owner.query<{ name: string }>('select name from kysely_migration where name > $1 limit 1', [
    migration,
  ])
  if (rows.length > 0)
    throw new StartRefused(
      `The database has tables of a later portal than this backup (${rows[0]?.name}): restore into an empty one ` +
        '(drop database, create database). Nothing was changed.',
    )
}
