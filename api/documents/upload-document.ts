import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyRequest } from 'fastify'
import { CommandIdReused } from '../../commands/handle.ts'
import { deriveId } from '../../commands/ids.ts'
import { commandFrom } from '../command-from.ts'
import type { AppContext } from '../context.ts'
import { UploadedDocument } from '../contracts/billing.ts'
import { MAX_DOCUMENT_BYTES } from '../contracts/choices.ts'
import { HttpError, invalid } from '../http-error.ts'
import { callerLeft } from '../limits/turns.ts'
import { cleanPicture } from './clean-picture.ts'
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
    config: { permission: 'signed-in', scope: 'own', idempotency: 'by content', limit: 'upload' },
    schema: {
      tags: ['Documents'],
      summary: 'Upload a document',
      consumes: ['multipart/form-data'],
      response: { 200: UploadedDocument },
    },
    handler: async (request, reply) => {
      const left = callerLeft(reply)
      const { id: userId } = request.actor()
      const { pictures, uploads } = app.context.lanes
      const inPictureTurn = (sent: Buffer) => pictures.run(userId, left, () => cleanPicture(sent))
      return uploads.run(userId, left, async () => keep(app.context, request, await receive(request, inPictureTurn)))
    },
  })
}

type Received = { readonly bytes: Buffer; readonly fileName: string; readonly mediaType: string }

/** The file of a request as it may be kept. Throws 422 for what is no document. */
async function receive(request: FastifyRequest, clean: (sent: Buffer) => Promise<Buffer>): Promise<Received> {
  const { bytes: sent, fileName } = await readFile(request)
  await request.claimContent(fileName, createHash('sha256').update(sent).digest('hex'))
  const mediaType = await mediaTypeOf(fileName, sent)
  if (mediaType === undefined) throw invalid('file', 'A document must be a pdf, png or jpg file')
  return { bytes: mediaType.startsWith('image/') ? await clean(sent) : sent, fileName, mediaType }
}

async function keep(context: AppContext, request: FastifyRequest, { bytes, fileName, mediaType }: Received) {
  const userId = request.actor().id
  await mustHaveRoom(context, userId, bytes.length)
  const cause = commandFrom(request, 'UploadDocument', {})
  const id = deriveId(cause.id, 'document')
  const sha256 = await context.documents.put(bytes)
  const { rows } = await context.pool.query<{ sha256: string; file_name: Buffer }>(
    `with added as (
       insert into document (id, sha256, file_name, media_type, bytes, uploaded_by, uploaded_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing returning sha256, file_name)
     select * from added union all select sha256, file_name from document where id = $1`,
    [id, sha256, context.sealedTexts.seal(fileName), mediaType, bytes.length, userId, new Date(context.now())],
  )
  // The same request again finds what the first one kept.
  const [kept] = rows
  const isSame = kept?.sha256 === sha256 && context.sealedTexts.open(kept.file_name) === fileName
  if (!isSame) throw new CommandIdReused(cause.id)
  return {
    data: `/api/documents/${id}`,
    document: { id, file_name: fileName, bytes: bytes.length, media_type: mediaType },
  }
}

/** The file of a request, whole. Throws 413 above the limit, 422 when there is none. */
async function readFile(request: FastifyRequest): Promise<{ bytes: Buffer; fileName: string }> {
  if (!request.isMultipart()) throw invalid('file', 'A file is required')
  const part = await readForm(async () => request.file())
  if (part === undefined || part.fieldname !== 'file') throw invalid('file', 'A file is required')
  const bytes = await readForm(() => part.toBuffer())
  if (bytes.length === 0) throw invalid('file', 'The file is empty')
  return { bytes, fileName: plainName(part.filename) }
}

/** Whatever goes wrong while a form is read is in the form, or in the line that it came over. */
async function readForm<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const tooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413
    if (tooLarge) throw new HttpError(413, 'A document may have at most 5 MB')
    throw invalid('file', 'The form with the file cannot be read')
  }
}

async function mustHaveRoom({ pool, now }: AppContext, userId: string, bytes: number): Promise<void> {
  const { rows } = await pool.query<{ used: number }>(
    'select coalesce(sum(bytes), 0)::bigint as used from document where uploaded_by = $1 and uploaded_at > $2',
    [userId, new Date(now() - DAY_MS)],
  )
  if ((rows[0]?.used ?? 0) + bytes > MAX_BYTES_A_DAY)
    throw new HttpError(413, 'You have uploaded 200 MB today; go on tomorrow')
}
