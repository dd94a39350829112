import type { FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { text } from '#domain/kernel/text.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { coesReport } from '#projections/catalogue/coe/coes-report.ts'
import { CoeList, CoeListFilter, CoesFound, CoeView } from '#api/catalogue/contracts/coe.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import { readAsOf } from '#api/report/read-as-of.ts'
import { reportRoutes } from '#api/report/report-routes.ts'
import { keptByStrangers } from './kept-by-strangers.ts'
import { administers, coesWithFigures, whoAsks } from './seen-coes.ts'

/**
 * GET /api/coes (E041): the hospitals, for choices. Public, as enrolment picks one: no wallets, no people. Whoever sees all
 * hospitals gets the figures of each.
 */
export const listCoes: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/coes',
    config: { permission: 'public', scope: 'own', shows: ['coe'] },
    schema: { tags: ['Hospitals'], summary: 'Hospitals', querystring: AsOfQuery, response: { 200: CoeList } },
    handler: async (request, reply) => {
      keptByStrangers(request, reply)
      if (administers(whoAsks(request))) return { data: [...(await coesWithFigures(app.context, {}, request.query))] }
      const rows = await readAsOf(app.context, request.query, [coe.name], (db, moment) =>
        db
          .selectFrom(moment.rowsOf(coe).as('c'))
          .select(['id', 'name as coe_name', 'code as coe_code', 'cap_id as coe_id_cap', 'status'])
          .orderBy('name_key')
          .orderBy('id')
          .execute(),
      )
      return { data: rows }
    },
  })
}

/** GET /api/coes/list, /totals and /csv: the hospitals with their figures, for those who administer them (spec, S093). */
export const listAdministeredCoes: FastifyPluginAsync = async (app) => {
  reportRoutes(app, {
    url: '/api/coes/list',
    summary: 'Hospitals with their figures',
    tag: 'Hospitals',
    permission: 'VIEW_COE',
    report: coesReport,
    query: CoeListFilter,
    row: CoeView,
    filterOf: ({ ready_for: readyFor, ...filter }, reach) => ({
      ...filter,
      ...(readyFor === undefined || readyFor === '' ? {} : { readyFor }),
      ...(reach.kind === 'all' ? {} : { id: 'coeId' in reach ? reach.coeId : '' }),
    }),
  })
}

/** GET /api/coes/search/{term} (E153): by part of a name, a type or a code. */
export const searchCoes: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/coes/search/:term',
    config: { permission: 'VIEW_COE', scope: 'all', shows: coesReport.models },
    schema: {
      tags: ['Hospitals'],
      summary: 'Hospitals by name or type',
      params: z.object({ term: text(200).trim().min(1, 'Type something') }),
      response: { 200: CoesFound },
    },
    handler: async ({ params: { term } }) => ({
      data: { data: [...(await coesWithFigures(app.context, { search: term }))] },
    }),
  })
}
