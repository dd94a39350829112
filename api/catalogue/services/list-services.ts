import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { serviceCategory } from '#projections/catalogue/service-category/service-category.ts'
import { service } from '#projections/catalogue/service/service.ts'
import { pricesOn } from '#projections/catalogue/service/prices-on.ts'
import { type OwnPrice, ownPrices } from '#projections/catalogue/service/services-on-offer.ts'
import { ListedServices } from '#api/catalogue/contracts/service.ts'
import { nairaText } from '#api/naira.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import { dayOf } from '#api/report/as-of.ts'
import { readAsOf } from '#api/report/read-as-of.ts'
import { hospitalNamed } from '#api/catalogue/coes/hospital-named.ts'
import { seenBy } from './seen-by.ts'
import { text } from '#domain/kernel/text.ts'

const MODELS = ['coe', 'service', 'service_category', 'service_price'] as const

/** GET /api/services (E186): every service with category, parent and the hospitals' own prices, of the categories that the caller sees. */
export const listServices: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/services',
    config: { permission: ['VIEW_SERVICE', 'BILL_SERVICES', 'CREATE_PATIENT_REFERRAL'], scope: 'none', shows: MODELS },
    schema: {
      tags: ['Billing'],
      summary: 'Services with the prices of hospitals',
      querystring: AsOfQuery.extend({
        coe: text(60).optional().describe('Only the price of this hospital'),
      }),
      response: { 200: ListedServices },
    },
    handler: async (request) => {
      const { coe, ...asOf } = request.query
      if (coe !== undefined) await hospitalNamed(app.context, coe)
      const day = await dayOf(app.context, asOf)
      const {
        categories,
        services: all,
        owns,
      } = await readAsOf(app.context, asOf, MODELS, async (db, moment) => ({
        categories: await db.selectFrom(moment.rowsOf(serviceCategory).as('c')).selectAll().execute(),
        services: await db
          .selectFrom(moment.rowsOf(service).as('s'))
          .innerJoin(pricesOn(moment, day).as('base'), (join) =>
            join.onRef('base.service_id', '=', 's.id').on('base.coe_id', '=', ''),
          )
          .select(['s.id', 's.name', 's.code', 's.category_id', 's.parent_id', 'base.price'])
          .where('s.is_offered', '=', true)
          .orderBy('s.name_key')
          .orderBy('s.id')
          .execute(),
        owns: await ownPrices(db, moment, { coeId: coe, day }),
      }))
      const isSeen = seenBy(request.actor())
      const hidden = new Set(categories.flatMap(({ id, role_ids: attached }) => (isSeen(attached) ? [] : [id])))
      const services = all.filter(({ category_id }) => !hidden.has(category_id))
      const categoryNames = new Map(categories.map(({ id, name }) => [id, name]))
      const serviceNames = new Map(services.map(({ id, name }) => [id, name]))
      const parentOf = (id: string | null) => {
        const name = serviceNames.get(id ?? '')
        return id === null || name === undefined ? null : { id, service_name: name }
      }
      const prices = new Map<string, OwnPrice[]>()
      for (const own of owns) prices.set(own.service_id, [...(prices.get(own.service_id) ?? []), own])
      return {
        data: services.map(({ id, name, code, price, category_id, parent_id }) => ({
          id,
          service_name: name,
          service_code: code,
          price: nairaText(price),
          service_category_id: category_id,
          parent_id,
          category: { id: category_id, category_name: categoryNames.get(category_id) ?? '' },
          parent: parentOf(parent_id),
          coes: (prices.get(id) ?? []).map((own) => ({
            id: own.coe_id,
            coe_name: own.coe_name,
            pivot: { price: nairaText(own.price) },
          })),
        })),
      }
    },
  })
}
