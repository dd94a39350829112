import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'
import type { Actor, Reach } from '#api/actor.ts'
import { openName } from './document-cipher.ts'
import { DOCUMENT_COLUMNS, isOwnRow, type KeptRow } from './document-row.ts'
import { mayReadNotes } from '#api/money/transactions/notes.ts'

export type KeptDocument = {
  readonly id: string
  readonly sha256: string
  /** Of its content. */
  readonly bytes: number
  /** Of the person whose it is. */
  readonly personKey: Buffer
  /** Undefined where it is not the name of this very file and type, or its row not what the portal wrote. */
  readonly fileName: string | undefined
  readonly mediaType: string
}

/**
 * A document that the caller may open: their own upload, or one on a bill within their reach whose notes they may
 * read (transaction/notes.ts). Anything else reads as not found, and so does that of a person who was erased.
 */
export async function readableDocument(
  { pool, keys, rowMacs }: AppContext,
  actor: Actor,
  reach: Reach,
  id: string,
): Promise<KeptDocument> {
  const { rows } = await pool.query<KeptRow>(
    `select ${DOCUMENT_COLUMNS} from document d
      where d.id = $1 and d.state <> 'cleared'
        and (d.uploaded_by = $2
             or ($3 and exists (
               select from transaction_document td join transaction t on t.id = td.transaction_id
                where td.document_id = d.id::text and t.billed_at is not null
                  and ($6 or td.stream not like 'dispute-%')
                  and ($4::text is null or t.coe_id = $4) and ($5::text is null or t.patient_id = $5))))`,
    [
      id,
      actor.id,
      mayReadNotes(actor.permissions),
      reach.kind === 'coe' ? reach.coeId : null,
      reach.kind === 'patient' ? reach.patientId : null,
      // What was attached to a message about a dispute is for those who read the messages.
      actor.permissions.has('VIEW_DISPUTE_CHAT'),
    ],
  )
  const [document] = rows
  if (document === undefined) throw notFound('Document')
  const { sha256, bytes, person_id: personId, file_name: sealed, media_type: mediaType } = document
  const personKey = (await keys.load([personId])).get(personId)
  if (personKey === undefined) throw notFound('Document')
  const fileName = isOwnRow(rowMacs, document) ? openName(personKey, sealed, document) : undefined
  return { id, sha256, bytes, personKey, fileName, mediaType }
}
