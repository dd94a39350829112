import type pg from 'pg'
import type { SealedTexts } from '#api/sealed-bytes.ts'

/** What an export was; asking for `url` again gives the same bytes. `totals` are naira text or counts by column. */
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

/** The address may say for whom somebody searched: it is sealed. */
export async function saveManifest(client: pg.ClientBase, texts: SealedTexts, manifest: Manifest): Promise<void> {
  const { id, report, url, position, rows, totals, sha256, bytes, by, at } = manifest
  await client.query(
    `insert into export_manifest (id, report, url, position, rows, totals, sha256, bytes, exported_by, exported_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, report, texts.seal(url), position, rows, JSON.stringify(totals), sha256, bytes, by, at],
  )
}

export async function findManifest(pool: pg.Pool, texts: SealedTexts, id: string): Promise<Manifest | undefined> {
  const { rows } = await pool.query<Omit<Manifest, 'url'> & { readonly url: Buffer }>(
    `select id, report, url, position, rows, totals, sha256, bytes, exported_by as by, exported_at as at
       from export_manifest where id = $1`,
    [id],
  )
  const [row] = rows
  return row === undefined ? undefined : { ...row, url: texts.open(row.url) }
}
