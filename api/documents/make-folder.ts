import type pg from 'pg'
import type { DocumentStore } from './document-store.ts'

/** Makes the folder of the documents for a portal that has none yet; that of one that has some is there, or is away. */
export async function makeFolderAtFirst(pool: pg.Pool, documents: Pick<DocumentStore, 'make'>): Promise<void> {
  const { rowCount } = await pool.query('select from document limit 1')
  if (rowCount === 0) await documents.make()
}
