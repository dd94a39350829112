import type { AppContext } from '#api/context.ts'
import { type AttachedDocument, documentIdOf } from '#api/money/contracts/billing.ts'
import { invalid } from '#api/http-error.ts'

export type OwnDocument = { readonly documentId: string; readonly name: string }

/** Only documents that this server gave to this very caller can be attached (design: reliability 2.6, Uploads). */
export async function ownDocuments(
  { pool }: AppContext,
  userId: string,
  attached: readonly AttachedDocument[],
): Promise<readonly OwnDocument[]> {
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
  mustAllBeIn(rows, named)
  return named
}

/**
 * Marks documents as attached, before the event that says so: what no bill uses is cleared after two days
 * (documents/clear-unused.ts), and either that or this comes first. Throws 422 for one that was cleared. Should the event
 * never come, one document too many is kept.
 */
export async function attachDocuments({ pool }: AppContext, documents: readonly OwnDocument[]): Promise<void> {
  if (documents.length === 0) return
  const { rows } = await pool.query<{ id: string }>(
    `with wanted as (
       select id from document where id = any($1::uuid[]) and state <> 'cleared' order by id for update)
     update document d set state = 'attached' from wanted where d.id = wanted.id returning d.id`,
    [documents.map(({ documentId }) => documentId)],
  )
  mustAllBeIn(rows, documents)
}

function mustAllBeIn(rows: readonly { readonly id: string }[], documents: readonly OwnDocument[]): void {
  const found = new Set(rows.map(({ id }) => id))
  const missing = documents.findIndex(({ documentId }) => !found.has(documentId))
  if (missing === -1) return
  const message = `The document ${documents[missing]?.name} was not uploaded by you, or is no longer kept: upload it again`
  throw invalid(`documents.${missing}.document_id`, message)
}
