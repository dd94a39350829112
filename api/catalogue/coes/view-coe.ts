import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CoeAnswer } from '#api/catalogue/contracts/coe.ts'
import { Key } from '#api/contracts/input.ts'
import { notFound } from '#api/http-error.ts'
import { keptByStrangers } from './kept-by-strangers.ts'

/** GET /api/coes/{id} (E042): one hospital, as anybody may see it. */
export const viewCoe: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/coes/:id',
    config: { permission: 'public', scope: 'none', shows: ['coe'] },
    schema: {
      tags: ['Hospitals'],
      summary: 'One hospital',
      params: z.object({ id: Key }),
      response: { 200: CoeAnswer },
    },
    handler: async (request, reply) => {
      const found = await app.context.db
        .selectFrom('coe')
        .select(['id', 'name as coe_name', 'code as coe_code', 'cap_id as coe_id_cap', 'status'])
        .where('id', '=', request.params.id)
        .executeTakeFirst()
      if (found === undefined) throw notFound('Hospital')
      keptByStrangers(request, reply)
      return { data: found }
    },
  })
}
