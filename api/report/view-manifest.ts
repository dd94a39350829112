import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ExportManifest } from '#api/contracts/report.ts'
import { notFound } from '#api/http-error.ts'
import { findManifest } from './manifests.ts'

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
      const { pool, sealedTexts } = app.context
      const manifest = await findManifest(pool, sealedTexts, request.params.id)
      if (manifest === undefined || (manifest.by !== actor.id && !actor.permissions.has('VIEW_LEDGER')))
        throw notFound('Export')
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
