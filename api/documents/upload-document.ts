import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { CommandIdReused } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { commandFrom } from '#api/command-from.ts'
import type { AppContext } from '#api/context.ts'
import { UploadedDocument } from '#api/money/contracts/billing.ts'
import { MAX_DOCUMENT_BYTES } from '#api/money/contracts/choices.ts'
import { HttpError, invalid } from '#api/http-error.ts'
import { callerLeft } from '#api/limits/caller-gone.ts'
import { cleanPicture } from './clean-picture.ts'
import { turnAtBytes } from './clear-unused.ts'
import { openName, sealName } from './document-cipher.ts'
import { DOCUMENT_COLUMNS, documentMac, type DocumentRow, isOwnRow, type KeptRow } from './document-row.ts'
import type { Draft } from './document-store.ts'
import { mediaTypeOf, plainName } from './media-type.ts'

/** What one person may upload in a day, so that nobody fills the disk. */
const MAX_BYTES_A_DAY = 200 * 1024 * 1024
const DAY_MS = 86_400_000

/** POST /api/documents (E071): keeps one file, to be attached to a bill by whoever uploaded it. Multipart, field `file`. */
export const uploadDocument: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/documents',
    bodyLimit: MAX_DOCUMENT_BYTES + 64 * 1024,
    config: { permission: 'signed-in', scope: 'own', idempotency: 'by content', limit: 'upload', lane: true },
    schema: {
      tags: ['Documents'],
      summary: 'Upload a document',
      consumes: ['multipart/form-data'],
      response: { 200: UploadedDocument },
    },
    handler: async (request, reply) => {
      const left = callerLeft(reply)
      const { context } = app
      const { id: userId } = request.actor()
      const { receipts, uploads } = context.lanes
      return receipts.run(userId, left, async () => {
        const received = await receive(context, request)
        try {
          await request.arrived()
          return await uploads.run(userId, left, () => look(context, request, received, left))
        } finally {
          await received.draft.drop()
        }
      })
    },
  })
}

type Received = { readonly draft: Draft; readonly fileName: string }

/** The one file of a form, whole, on the disk. Throws 413 above the limit, 422 when there is none, or another beside it. */
async function receive({ documents }: AppContext, request: FastifyRequest): Promise<Received> {
  if (!request.isMultipart()) throw invalid('file', 'A file is required')
  let received: Received | undefined
  try {
    for await (const part of partsOf(request)) {
      if (part.type !== 'file') continue
      if (part.fieldname !== 'file') throw invalid('file', 'A file is required')
      received = { draft: await documents.draft(piecesOf(part.file)), fileName: plainName(part.filename) }
    }
  } catch (error) {
    await received?.draft.drop()
    throw error
  }
  if (received === undefined) throw invalid('file', 'A file is required')
  return received
}

/** To the end of the form: what stands behind a file is not passed over. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  const { FilesLimitError } = request.server.multipartErrors
  const parts = request.parts()
  for (;;) {
    const next = await parts.next().catch((error: unknown) => {
      throw error instanceof FilesLimitError ? invalid('file', 'Send one file at a time') : unreadable()
    })
    if (next.done === true) return
    yield next.value
  }
}

/** Whatever goes wrong while a form is read is in the form, or in the line that it came over. */
async function* piecesOf(file: MultipartFile['file']): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    for await (const piece of file as AsyncIterable<Buffer>) {
      bytes += piece.length
      yield piece
    }
  } catch {
    throw unreadable()
  }
  if (file.truncated) throw new HttpError(413, 'Choose a file of up to 5 MB')
  if (bytes === 0) throw invalid('file', 'The file is empty')
}

const unreadable = () => invalid('file', 'The form with the file cannot be read')

/** Looks at what has come, and keeps it. Throws 422 for what is no document. */
async function look(context: AppContext, request: FastifyRequest, received: Received, left: AbortSignal) {
  const { draft, fileName } = received
  await request.claimContent(fileName, draft.content)
  const sent = await draft.read()
  const mediaType = await mediaTypeOf(fileName, sent)
  if (mediaType === undefined) throw invalid('file', 'Choose a PDF, PNG or JPG file')
  const isPicture = mediaType.startsWith('image/')
  const content = isPicture
    ? await context.lanes.pictures.run(request.actor().id, left, () => cleanPicture(sent))
    : sent
  return keep(context, request, { content, fileName, mediaType })
}

type Document = { readonly content: Buffer; readonly fileName: string; readonly mediaType: string }

/** Keeps it under the key of whoever uploads it, until it is on a bill (attach-documents.ts). */
async function keep(context: AppContext, request: FastifyRequest, { content, fileName, mediaType }: Document) {
  const userId = request.actor().id
  const bytes = content.length
  await mustHaveRoom(context, userId, bytes)
  const cause = commandFrom(request, 'UploadDocument', {})
  const id = deriveId(cause.id, 'document')
  const key = await context.keys.getOrCreate(userId)
  const sealed = await context.documents.seal(key, content)
  try {
    const { sha256 } = sealed
    const file = { sha256, media_type: mediaType }
    const row: DocumentRow = {
      ...{ ...file, id, file_name: sealName(key, fileName, file), bytes, uploaded_by: userId, person_id: userId },
      ...{ uploaded_at: new Date(context.now()).toISOString(), state: 'loose' },
    }
    // The row is there before the bytes are: whoever clears away bytes without a row cannot take these (clear-unused.ts).
    const { rows } = await sql<{ sha256: string; file_name: Buffer }>`
      with turn as materialized (select ${turnAtBytes(sha256)}),
      added as (
        insert into document (id, sha256, file_name, media_type, bytes, uploaded_by, uploaded_at, person_id, mac)
        select ${id}::uuid, ${sha256}, ${row.file_name}::bytea, ${mediaType}, ${bytes}::bigint,
               ${userId}, ${row.uploaded_at}::timestamptz, ${userId}, ${documentMac(context.rowMacs, row)}
          from turn
        on conflict (id) do nothing returning sha256, file_name)
      select * from added union all select sha256, file_name from document where id = ${id}`.execute(context.db)
    // The same request again finds what the first one kept.
    const [known] = rows
    const isSame = known?.sha256 === sha256 && openName(key, known.file_name, file) === fileName
    if (!isSame) throw new CommandIdReused(cause.id)
    await sealed.keep()
  } finally {
    await sealed.drop()
  }
  return {
    data: `/api/documents/${id}`,
    document: { id, file_name: fileName, file_url: `/api/documents/${id}`, bytes, media_type: mediaType },
  }
}

async function mustHaveRoom({ pool, now, rowMacs }: AppContext, userId: string, bytes: number): Promise<void> {
  const { rows } = await pool.query<KeptRow>(
    `select ${DOCUMENT_COLUMNS} from document where uploaded_by = $1 and uploaded_at > $2`,
    [userId, new Date(now() - DAY_MS)],
  )
  const used = rows.filter((row) => isOwnRow(rowMacs, row)).reduce((sum, row) => sum + row.bytes, 0)
  if (used + bytes > MAX_BYTES_A_DAY)
    throw new HttpError(413, 'You have uploaded 200 MB today. You can upload more tomorrow.')
}
