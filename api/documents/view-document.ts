import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { HttpError, notFound } from '#api/http-error.ts'
import { isAsLogged } from './as-logged.ts'
import { DocumentDamaged } from './attach-documents.ts'
import { readableDocument } from './readable-document.ts'
import { attachmentNamed } from '#domain/kernel/attachment-name.ts'
import { text } from '#domain/kernel/text.ts'

const DAMAGED = 'This document is damaged or missing and cannot be opened. The operators have been informed.'

/** GET /api/documents/{id}: the bytes of a document, to be kept, never shown as a page of this portal. */
export const viewDocument: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/documents/:id',
    config: { permission: 'signed-in', scope: 'reach', shows: [] },
    schema: {
      tags: ['Documents'],
      summary: 'Download a document',
      params: z.object({ id: text(60) }),
    },
    handler: async (request, reply) => {
      const { context } = app
      const id = z.uuid().safeParse(request.params.id)
      if (!id.success) throw notFound('Document')
      const document = await readableDocument(context, request.actor(), request.reach(), id.data)
      const { fileName } = document
      const bytes =
        fileName !== undefined && (await isAsLogged(context, document))
          ? await context.documents.open(document, document.personKey)
          : undefined
      if (bytes === undefined || fileName === undefined) {
        request.log.error(new DocumentDamaged(id.data).message)
        throw new HttpError(410, DAMAGED)
      }
      reply.headers({
        'content-type': document.mediaType,
        'content-disposition': attachmentNamed(fileName),
        'content-security-policy': "sandbox; default-src 'none'",
        etag: `"${document.sha256}"`,
      })
      return bytes
    },
  })
}
