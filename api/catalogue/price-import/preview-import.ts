import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { PriceFileBody, PriceImportPreview } from '#api/catalogue/contracts/price-import.ts'
import { MAY_IMPORT, planned } from './planned.ts'

/** POST /api/services/import/preview: what a price list would change, line by line, before anything does. */
export const previewImport: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/services/import/preview',
    config: { permission: MAY_IMPORT, scope: 'all', idempotency: 'none' },
    schema: {
      tags: ['Services'],
      summary: 'What a price list would change',
      body: PriceFileBody,
      response: { 200: PriceImportPreview },
    },
    handler: async (request) => ({ data: (await planned(request, request.body)).preview }),
  })
}
