import type { AppContext } from '../context.ts'
import { invalid } from '../http-error.ts'

type Attached = { readonly document_id: string; readonly document_name: string }

/** Only documents that this server gave to this very caller can be attached (design: reliability 2.6, Uploads). */
export async function ownDocuments(
  { pool }: AppContext,
  userId: string,
  attached: readonly Attached[],
): Promise<readonly { readonly documentId: string; readonly name: string }[]> {
  if (attached.length === 0) return []
  const ids = attached.map(({ document_id: id }) => id)
  const { rows } = await pool.query<{ id: string }>(
    'select id from document where id = any($1::uuid[]) and uploaded_by = $2',
    [ids, userId],
  )
  const own = new Set(rows.map(({ id }) => id))
  const missing = attached.find(({ document_id: id }) => !own.has(id))
  if (missing !== undefined) throw invalid('documents', `The document ${missing.document_name} was not uploaded by you`)
  return attached.map(({ document_id: documentId, document_name: name }) => ({ documentId, name }))
}
