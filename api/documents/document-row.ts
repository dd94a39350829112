import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { RowMacs } from '#commands/row-macs.ts'
import { columnsOf, isSigned, rowMac, type SignedTable } from '#commands/signed-rows.ts'
import type { Database } from '#projections/read-models.ts'

/**
 * What is kept of a document, under a MAC as a whole: by `uploaded_by` somebody may open it, by `state` and `uploaded_at`
 * its file is removed, and only the portal says either.
 */
export const DOCUMENT = {
  name: 'document',
  columns: {
    ...({ id: 'text', sha256: 'text', file_name: 'bytes', media_type: 'text', bytes: 'number' } as const),
    ...({ uploaded_by: 'text', uploaded_at: 'time', state: 'text', person_id: 'text' } as const),
  },
} satisfies SignedTable

/** `uploaded_at`: ISO, UTC. */
export type DocumentRow = {
  readonly id: string
  readonly sha256: string
  readonly file_name: Buffer
  readonly media_type: string
  readonly bytes: number
  readonly uploaded_by: string
  readonly uploaded_at: string
  readonly state: 'loose' | 'attached' | 'cleared'
  readonly person_id: string
}
export type KeptRow = DocumentRow & { readonly mac: string }

export const DOCUMENT_COLUMNS = columnsOf(DOCUMENT)
/** The same, for a query of Kysely's. */
export const documentColumns = sql.raw(DOCUMENT_COLUMNS)

/** Whether a process of the portal wrote the row. */
export const isOwnRow = (macs: RowMacs, row: KeptRow): boolean => isSigned(macs, DOCUMENT, row)

export const documentMac = (macs: RowMacs, row: DocumentRow): string => rowMac(macs, DOCUMENT, row)

/** Says of rows that they are cleared, unless they changed since: from then on nobody opens or attaches them, and their bytes may go. */
export async function markCleared(
  client: Pick<pg.ClientBase, 'query'>,
  macs: RowMacs,
  rows: readonly KeptRow[],
): Promise<void> {
  const made = rows.map((row) => documentMac(macs, { ...row, state: 'cleared' }))
  await client.query(
    `update document d set state = 'cleared', mac = n.mac
       from unnest($1::uuid[], $2::text[], $3::text[]) n(id, mac, before) where d.id = n.id and d.mac = n.before`,
    [rows.map(({ id }) => id), made, rows.map(({ mac }) => mac)],
  )
}

/** Writes a row anew, should it be there. */
export async function rewriteDocument(db: Kysely<Database>, macs: RowMacs, row: DocumentRow): Promise<void> {
  await sql`
    update document set sha256 = ${row.sha256}, file_name = ${row.file_name}, media_type = ${row.media_type},
           bytes = ${row.bytes}, uploaded_by = ${row.uploaded_by}, uploaded_at = ${row.uploaded_at},
           state = ${row.state}, person_id = ${row.person_id}, mac = ${documentMac(macs, row)}
     where id = ${row.id}`.execute(db)
}
