import { z } from 'zod'
import { requiredLine } from '#api/contracts/input.ts'
import { MAX_DOCUMENTS } from './choices.ts'

const DOCUMENT_NAME_MISSING = 'You must provide the document name'
const DOCUMENT_ADDRESS = /^\/api\/documents\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/**
 * A document that this server keeps (`POST /api/documents`), with the name that the biller gives it. It is meant by its
 * id, or by its address as the spec's `document_url`; an address elsewhere is refused.
 */
export const AttachedDocument = z.strictObject({
  document_id: z.uuid().optional(),
  document_url: z.string().regex(DOCUMENT_ADDRESS, 'Only a document that was uploaded here can be attached').optional(),
  document_name: requiredLine(200, DOCUMENT_NAME_MISSING),
})
export type AttachedDocument = z.infer<typeof AttachedDocument>

/** The id that an attached document is meant by; undefined when it names none. */
export const documentIdOf = ({ document_id: id, document_url: url }: AttachedDocument): string | undefined =>
  id ?? DOCUMENT_ADDRESS.exec(url ?? '')?.[1]

/** The documents of one request. */
export const Documents = z.array(AttachedDocument).max(MAX_DOCUMENTS, `At most ${MAX_DOCUMENTS} documents`).default([])

/** A document as a bill, a dispute or a message shows it. */
export const ShownDocument = z.object({
  document_id: z.string(),
  document_name: z.string(),
  document_url: z.string(),
})
