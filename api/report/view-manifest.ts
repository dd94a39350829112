import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ExportManifest } from '#api/contracts/report.ts'
import { HttpError, notFound } from '#api/http-error.ts'
import { findManifest, logChanged } from './manifests.ts'

const CHANGED = 'This manifest is not what was written when the export was made. The operators have been told.'

/** GET /api/exports/{id}: what an export was. Its maker may ask, and whoever may read the ledger. */
export const viewManifest: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/exports/:id',
    config: { permission: 'signed-in', scope: 'own', shows: [] },
    schema: {
      tags: ['Reports'],
      summary: 'The manifest of an export',
      params: z.object({ id: z.uuid() }),
      response: { 200: ExportManifest },
    },
    handler: async (request) => {
      const actor = request.actor()
      const { pool, sealedTexts: texts, rowMacs: macs } = app.context
      const found = await findManifest(pool, { texts, macs }, request.params.id)
      if (found === undefined || (found.by !== actor.id && !actor.permissions.has('VIEW_LEDGER')))
        throw notFound('Export')
      if (found.manifest === undefined) {
        logChanged(request, request.params.id)
        throw new HttpError(410, CHANGED)
      }
      const { manifest } = found
      const { id, report, url, position, rows, totals, sha256, bytes, by, at } = manifest
      return {
        data: {
          id,
          report,
          url,
          query: Object.fromEntries(new URL(url, 'http://localhost').searchParams),
          position,
          rows,
          totals,
          sha256,
          bytes,
          exported_by: by,
          exported_at: at,
        },
      }
    },
  })
}
