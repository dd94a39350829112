import { withLayout } from './export-url.ts'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { RowMacs } from '#commands/row-macs.ts'
import { columnsOf, isSigned, rowMac, type SignedTable } from '#commands/signed-rows.ts'
import type { SealedTexts } from '#api/sealed-bytes.ts'

/** What an export was; asking for `url` again gives the same bytes. `totals` by column are in the file's own units: naira or hours text, or counts. */
export type Manifest = {
  readonly id: string
  readonly report: string
  readonly url: string
  readonly position: number
  readonly rows: number
  readonly totals: Readonly<Record<string, string | number>>
  readonly sha256: string
  readonly bytes: number
  readonly by: string
  readonly at: string
}

/** An auditor holds a file against its manifest: each is under a MAC as a whole. */
export const EXPORT_MANIFEST = {
  name: 'export_manifest',
  columns: {
    ...({ id: 'text', report: 'text', url: 'bytes', position: 'number', rows: 'number', totals: 'json' } as const),
    ...({ sha256: 'text', bytes: 'number', exported_by: 'text', exported_at: 'time' } as const),
  },
} satisfies SignedTable

type Row = Pick<Manifest, 'id' | 'report' | 'position' | 'rows' | 'totals' | 'sha256' | 'bytes'> & {
  readonly url: Buffer
  readonly exported_by: string
  readonly exported_at: string
}
type Keeping = { readonly texts: SealedTexts; readonly macs: RowMacs }

/** The address may say for whom somebody searched: it is sealed. */
export async function saveManifest(client: pg.ClientBase, { texts, macs }: Keeping, manifest: Manifest): Promise<void> {
  const { by, at, ...said } = manifest
  const row: Row = { ...said, url: texts.seal(manifest.url), exported_by: by, exported_at: at }
  const { id, report, url, position, rows, totals, sha256, bytes } = row
  await client.query(
    `insert into export_manifest (id, report, url, position, rows, totals, sha256, bytes, exported_by, exported_at, mac)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[id, report, url, position, rows, JSON.stringify(totals), sha256, bytes, by, at],
      rowMac(macs, EXPORT_MANIFEST, row),
    ],
  )
}

/** Tells the operators of a manifest that is not what the portal wrote. */
export const logChanged = (request: FastifyRequest, id: string): void =>
  request.log.error(`The manifest of export ${id} was changed past the portal`)

type Signed = Row & { readonly mac: string }

/** What is kept of an export, and whose it says it is. `manifest`: undefined where it is not what the portal wrote. */
type Found = { readonly id: string; readonly by: string; readonly at: string; readonly manifest: Manifest | undefined }

function foundIn({ texts, macs }: Keeping, row: Signed): Found {
  const { exported_by: by, exported_at: at, url, mac: _, ...said } = row
  const isWhole = isSigned(macs, EXPORT_MANIFEST, row)
  return { id: row.id, by, at, manifest: isWhole ? { ...said, by, at, url: withLayout(texts.open(url)) } : undefined }
}

/** What is kept under an id. */
export async function findManifest(pool: pg.Pool, keeping: Keeping, id: string): Promise<Found | undefined> {
  const { rows } = await pool.query<Signed>(`select ${columnsOf(EXPORT_MANIFEST)} from export_manifest where id = $1`, [
    id,
  ])
  return rows[0] && foundIn(keeping, rows[0])
}

type Wanted = { readonly by: string | undefined; readonly before: string | undefined; readonly limit: number }

/** The exports of one person, or of all, the newest first; `before` is the id of the last one that was read. */
export async function manifestsOf(
  pool: pg.Pool,
  keeping: Keeping,
  { by, before, limit }: Wanted,
): Promise<readonly Found[]> {
  const { rows } = await pool.query<Signed>(
    `select ${columnsOf(EXPORT_MANIFEST)} from export_manifest
      where ($1::text is null or exported_by = $1) and ($2::uuid is null or id < $2)
      order by id desc limit $3`,
    [by, before, limit],
  )
  return rows.map((row) => foundIn(keeping, row))
}
