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

/** What is kept under an id, and whose it says it is. `manifest`: undefined where it is not what the portal wrote. */
export async function findManifest(
  pool: pg.Pool,
  { texts, macs }: Keeping,
  id: string,
): Promise<{ readonly by: string; readonly manifest: Manifest | undefined } | undefined> {
  const { rows } = await pool.query<Row & { readonly mac: string }>(
    `select ${columnsOf(EXPORT_MANIFEST)} from export_manifest where id = $1`,
    [id],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { exported_by: by, exported_at: at, url, mac: _, ...said } = row
  if (!isSigned(macs, EXPORT_MANIFEST, row)) return { by, manifest: undefined }
  return { by, manifest: { ...said, by, at, url: texts.open(url) } }
}
