import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { asOfTable } from '#projections/as-of.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { CoeList } from '#api/money/contracts/payment.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import { asOfPosition } from '#api/report/as-of.ts'

/** GET /api/coes (E041): the hospitals, for choices. Public, as enrolment picks one: no wallets, no people. */
export const listCoes: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/coes',
    config: { permission: 'public', scope: 'none', shows: ['coe'] },
    schema: { tags: ['Hospitals'], summary: 'Hospitals', querystring: AsOfQuery, response: { 200: CoeList } },
    handler: async (request) => {
      const asOf = await asOfPosition(app.context, request.query, [coe.name])
      const rows = await app.context.db
        .selectFrom(asOfTable(coe, asOf).as('coe'))
        .select(['id', 'name as coe_name', 'code as coe_code', 'cap_id as coe_id_cap', 'status'])
        .orderBy('name')
        .orderBy('id')
        .execute()
      return { data: rows }
    },
  })
}
