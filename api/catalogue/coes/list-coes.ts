import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { CoeList } from '#api/catalogue/contracts/coe.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import { readAsOf } from '#api/report/read-as-of.ts'
import { keptByStrangers } from './kept-by-strangers.ts'

/** GET /api/coes (E041): the hospitals, for choices. Public, as enrolment picks one: no wallets, no people. */
export const listCoes: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/coes',
    config: { permission: 'public', scope: 'none', shows: ['coe'] },
    schema: { tags: ['Hospitals'], summary: 'Hospitals', querystring: AsOfQuery, response: { 200: CoeList } },
    handler: async (request, reply) => {
      const rows = await readAsOf(app.context, request.query, [coe.name], (db, moment) =>
        db
          .selectFrom(moment.rowsOf(coe).as('c'))
          .select(['id', 'name as coe_name', 'code as coe_code', 'cap_id as coe_id_cap', 'status'])
          .orderBy('name')
          .orderBy('id')
          .execute(),
      )
      keptByStrangers(request, reply)
      return { data: rows }
    },
  })
}
