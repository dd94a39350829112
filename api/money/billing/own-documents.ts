import type { FastifyRequest } from 'fastify'
import type { BilledDocument } from '#domain/money/transaction/events.ts'
import type { AppContext } from '#api/context.ts'
import { type AttachedDocument, documentIdOf } from '#api/money/contracts/attached-documents.ts'
import { attachDocuments, DocumentDamaged } from '#api/documents/attach-documents.ts'
import { invalid } from '#api/http-error.ts'

export type OwnDocument = Omit<BilledDocument, 'sha256'>

/** Only documents that this server gave to this very caller can be attached (design: reliability 2.6, Uploads). */
export async function ownDocuments(
  { pool }: AppContext,
  userId: string,
  attached: readonly AttachedDocument[],
): Promise<readonly OwnDocument[]> {
  if (attached.length === 0) return []
  const named = attached.map((document, index) => {
    const documentId = documentIdOf(document)
    if (documentId === undefined) throw invalid(`documents.${index}.document_id`, 'Choose the document')
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
 * Makes documents the patient's, before the event that says so, and gives them as that event names them. Throws 422 for one
 * that cannot be attached any more.
 */
export async function attachOwnDocuments(
  request: FastifyRequest,
  patientId: string,
  documents: readonly OwnDocument[],
): Promise<readonly BilledDocument[]> {
  if (documents.length === 0) return []
  const ids = documents.map(({ documentId }) => documentId)
  const attached = await attachDocuments(request.server.context, patientId, ids).catch((error: unknown) => {
    if (!(error instanceof DocumentDamaged)) throw error
    request.log.error(error.message)
    const damaged = documents.findIndex(({ documentId }) => documentId === error.documentId)
    const { name = '' } = documents[damaged] ?? {}
    const message = `The document ${name} is damaged or missing. Upload it again. The operators have been informed.`
    throw invalid(`documents.${damaged}.document_id`, message)
  })
  mustAllBeIn(attached, documents)
  const hashes = new Map(attached.map(({ id, sha256 }) => [id, sha256]))
  return documents.map((document) => ({ ...document, sha256: hashes.get(document.documentId) ?? '' }))
}

function mustAllBeIn(rows: readonly { readonly id: string }[], documents: readonly OwnDocument[]): void {
  const found = new Set(rows.map(({ id }) => id))
  const missing = documents.findIndex(({ documentId }) => !found.has(documentId))
  if (missing === -1) return
  const { name = '' } = documents[missing] ?? {}
  const message = `The document ${name} was not uploaded by you for this patient, or is no longer kept. Upload it again.`
  throw invalid(`documents.${missing}.document_id`, message)
}
