import { compareNames } from '#domain/kernel/folded-name.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { plannedAfter } from '#domain/catalogue/service/prices.ts'
import { basePriceOn, type OfferedService, ownPriceOn, service as decider } from '#domain/catalogue/service/service.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { service } from '#projections/catalogue/service/service.ts'
import { serviceCategory } from '#projections/catalogue/service-category/service-category.ts'
import { ServiceDetail } from '#api/catalogue/contracts/service.ts'
import { notFound } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { dayOf } from '#api/report/as-of.ts'
import { readAsOf } from '#api/report/read-as-of.ts'
import { seenBy } from './seen-by.ts'
import { eventsOfService, historyOfService } from './service-history.ts'
import { ServicePath } from './service-path.ts'

const MODELS = ['coe', 'service', 'service_category'] as const

/**
 * GET /api/services/{id}: a service with the prices of today and those that are planned, and its whole history; a deleted
 * one too, at its last prices. Prices and revision are from the log: whoever sends that revision has seen these prices.
 */
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
      const { services, categories, coes } = await readAsOf(context, {}, MODELS, async (db, moment) => ({
        services: await db.selectFrom(moment.rowsOf(service).as('s')).selectAll().execute(),
        categories: await db.selectFrom(moment.rowsOf(serviceCategory).as('c')).selectAll().execute(),
        coes: await db.selectFrom(moment.rowsOf(coe).as('h')).select(['id', 'name']).execute(),
      }))
      const one = services.find((row) => row.id === id)
      const within = categories.find((row) => row.id === one?.category_id)
      if (one === undefined || (within !== undefined && !isSeen(within.role_ids))) throw notFound('Service')
      const above = services.find((row) => row.id === one.parent_id && row.is_offered)
      const names = new Map(coes.map((row) => [row.id, row.name]))
      const coeName = (coeId: string) => names.get(coeId) ?? 'a hospital'
      const own = await eventsOfService(context, id)
      const last = own.map(({ event }) => event).filter(({ type }) => type !== 'ServiceDeleted')
      const state = last.reduce(decider.evolve, decider.initial())
      if (state.status !== 'offered') throw notFound('Service')
      const day = await dayOf(context, {})
      const history = await historyOfService(
        context,
        { id, own },
        {
          coe: coeName,
          category: (categoryId) =>
            categories.find((row) => row.id === categoryId)?.name ?? 'a category that was deleted',
          service: (serviceId) => services.find((row) => row.id === serviceId)?.name ?? 'a service',
        },
      )
      return {
        data: {
          id,
          service_name: one.name,
          service_code: one.code,
          price: nairaText(basePriceOn(state, day)),
          category: { id: one.category_id, category_name: within?.name ?? '' },
          parent: above === undefined ? null : { id: above.id, service_name: above.name },
          is_deleted: !one.is_offered,
          coes: ownPricesOf(state, day, coeName),
          planned_prices: plannedOf(state, day, coeName),
          revision: state.revision,
          history,
        },
      }
    },
  })
}

type NameOf = (coeId: string) => string

/** The prices that hospitals have of their own on a day, by the hospitals' names. */
function ownPricesOf(state: OfferedService, day: string, nameOf: NameOf) {
  const hospitals = [...state.prices.keys()].filter((coeId) => coeId !== '')
  return hospitals
    .flatMap((coeId) => {
      const price = ownPriceOn(state, coeId, day)
      return price === null ? [] : [{ id: coeId, coe_name: nameOf(coeId), pivot: { price: nairaText(price) } }]
    })
    .sort((one, other) => compareNames(one.coe_name, other.coe_name))
}

/** The prices that begin after a day, by their days, the service's own first. */
function plannedOf(state: OfferedService, day: string, nameOf: NameOf) {
  return [...state.prices]
    .flatMap(([coeId, prices]) =>
      plannedAfter(prices, day).flatMap(({ from, price }) =>
        price === null
          ? []
          : [{ coe: coeId === '' ? null : { id: coeId, coe_name: nameOf(coeId) }, from, price: nairaText(price) }],
      ),
    )
    .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
}

const orderOf = ({ from, coe }: { readonly from: string; readonly coe: { readonly coe_name: string } | null }) =>
  `${from} ${coe?.coe_name ?? ''}`
