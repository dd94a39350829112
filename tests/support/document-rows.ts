import type pg from 'pg'
import type { AppContext } from '#api/context.ts'
import { DOCUMENT_COLUMNS, documentMac, type DocumentRow, type KeptRow } from '#api/documents/document-row.ts'

type Portal = Pick<AppContext, 'pool' | 'rowMacs'>

/** Writes rows of documents (of an id, or of a file) as a process of the portal does, which was killed behind that. */
export async function changeDocuments(
  { pool, rowMacs }: Portal,
  which: string,
  change: Partial<DocumentRow>,
  client: pg.Pool | pg.PoolClient = pool,
): Promise<void> {
  const { rows } = await client.query<KeptRow>(
    `select ${DOCUMENT_COLUMNS} from document where $1 in (id::text, sha256)`,
    [which],
  )
  for (const old of rows) {
    const row = { ...old, ...change }
    const { id, sha256, state, person_id: person, uploaded_at: at, uploaded_by: by } = row
    await client.query(
      `update document set sha256 = $2, state = $3, person_id = $4, uploaded_at = $5, uploaded_by = $6, mac = $7 where id = $1`,
      [id, sha256, state, person, at, by, documentMac(rowMacs, row)],
    )
  }
}

/** Puts a row in as a process of the portal does. */
export async function addDocument({ pool, rowMacs }: Portal, row: DocumentRow): Promise<void> {
  await pool.query(
    `insert into document (id, sha256, file_name, media_type, bytes, uploaded_by, uploaded_at, state, person_id, mac)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[row.id, row.sha256, row.file_name, row.media_type, row.bytes, row.uploaded_by, row.uploaded_at],
      ...[row.state, row.person_id, documentMac(rowMacs, row)],
    ],
  )
}
