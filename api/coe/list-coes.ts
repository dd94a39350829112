import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { CoeList } from '../contracts/payment.ts'

/** GET /api/coes (E041): the hospitals, for choices. Public, as enrolment picks one: no wallets, no people. */
export const listCoes: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/coes',
    config: { permission: 'public', scope: 'none' },
    schema: { tags: ['Hospitals'], summary: 'Hospitals', response: { 200: CoeList } },
    handler: async () => {
      const rows = await app.context.db
        .selectFrom('coe')
        .select(['id', 'name as coe_name', 'code as coe_code', 'cap_id as coe_id_cap', 'status'])
        .orderBy('name')
        .orderBy('id')
        .execute()
      return { data: rows }
    },
  })
}
