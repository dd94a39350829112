import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { service } from '#projections/catalogue/service/service.ts'
import { serviceCategory } from '#projections/catalogue/service-category/service-category.ts'
import { ownPrices } from '#projections/catalogue/service/services-on-offer.ts'
import { ServiceDetail } from '#api/catalogue/contracts/service.ts'
import { notFound } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { readAsOf } from '#api/report/read-as-of.ts'
import { seenBy } from './seen-by.ts'
import { historyOfService } from './service-history.ts'
import { ServicePath } from './service-path.ts'

const MODELS = ['coe', 'service', 'service_category', 'service_price'] as const

/** GET /api/services/{id}: a service with the prices of hospitals and its whole history, from the log; a deleted one too. */
export const viewService: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/services/:id',
    config: { permission: 'VIEW_SERVICE', scope: 'none', shows: [...MODELS, 'user_account'] },
    schema: {
      tags: ['Services'],
      summary: 'One service with its history',
      params: ServicePath,
      response: { 200: ServiceDetail },
    },
    handler: async (request) => {
      const { id } = request.params
      const { context } = app
      const isSeen = seenBy(request.actor())
      const { services, categories, coes, owns } = await readAsOf(context, {}, MODELS, async (db, moment) => ({
        services: await db.selectFrom(moment.rowsOf(service).as('s')).selectAll().execute(),
        categories: await db.selectFrom(moment.rowsOf(serviceCategory).as('c')).selectAll().execute(),
        coes: await db.selectFrom(moment.rowsOf(coe).as('h')).select(['id', 'name']).execute(),
        owns: await ownPrices(db, moment, undefined),
      }))
      const one = services.find((row) => row.id === id)
      const within = categories.find((row) => row.id === one?.category_id)
      if (one === undefined || (within !== undefined && !isSeen(within.role_ids))) throw notFound('Service')
      const above = services.find((row) => row.id === one.parent_id && row.is_offered)
      const names = new Map(coes.map((row) => [row.id, row.name]))
      const history = await historyOfService(context, id, {
        coe: (coeId) => names.get(coeId) ?? 'a hospital',
        category: (categoryId) =>
          categories.find((row) => row.id === categoryId)?.name ?? 'a category that was deleted',
        service: (serviceId) => services.find((row) => row.id === serviceId)?.name ?? 'a service',
      })
      return {
        data: {
          id,
          service_name: one.name,
          service_code: one.code,
          price: nairaText(one.price),
          category: { id: one.category_id, category_name: within?.name ?? '' },
          parent: above === undefined ? null : { id: above.id, service_name: above.name },
          is_deleted: !one.is_offered,
          coes: owns
            .filter((own) => own.service_id === id)
            .map((own) => ({ id: own.coe_id, coe_name: own.coe_name, pivot: { price: nairaText(own.price) } })),
          history,
        },
      }
    },
  })
}
