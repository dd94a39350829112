import type { AppContext } from '../context.ts'
import { type AttachedDocument, documentIdOf } from '../contracts/billing.ts'
import { invalid } from '../http-error.ts'

/** Only documents that this server gave to this very caller can be attached (design: reliability 2.6, Uploads). */
export async function ownDocuments(
  { pool }: AppContext,
  userId: string,
  attached: readonly AttachedDocument[],
): Promise<readonly { readonly documentId: string; readonly name: string }[]> {
  if (attached.length === 0) return []
  const named = attached.map((document, index) => {
    const documentId = documentIdOf(document)
    if (documentId === undefined) throw invalid(`documents.${index}.document_id`, 'Say which document is meant')
    return { documentId, name: document.document_name }
  })
  const { rows } = await pool.query<{ id: string }>(
    'select id from document where id = any($1::uuid[]) and uploaded_by = $2',
    [named.map(({ documentId }) => documentId), userId],
  )
  const own = new Set(rows.map(({ id }) => id))
  const missing = named.findIndex(({ documentId }) => !own.has(documentId))
  if (missing !== -1)
    throw invalid(`documents.${missing}.document_id`, `The document ${named[missing]?.name} was not uploaded by you`)
  return named
}
