import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ALL_CATEGORIES, category } from '#domain/catalogue/category/category.ts'
import { type CategoryEvent, categoryEvents } from '#domain/catalogue/category/events.ts'
import { CategoryDetail } from '#api/catalogue/contracts/category.ts'
import { historyOf, type Said } from '#api/history.ts'
import { notFound } from '#api/http-error.ts'
import { CategoryPath } from './category-path.ts'

/** GET /api/service_categories/{id}: a category with its services and its whole history, from the log; a deleted one too. */
export const viewCategory: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/service_categories/:id',
    config: { permission: 'VIEW_CATEGORY', scope: 'none', shows: ['service', 'user_account'] },
    schema: {
      tags: ['Categories'],
      summary: 'One category with its history',
      params: CategoryPath,
      response: { 200: CategoryDetail },
    },
    handler: async (request) => {
      const { id } = request.params
      const { context } = app
      const recorded = await context.log.read<CategoryEvent>(`${category.category}-${ALL_CATEGORIES}`)
      const past = recorded.filter(({ event }) => event.data.categoryId === id)
      const events = past.map(({ event }) => event)
      const named = events.findLast(({ type }) => type === 'CategoryAdded' || type === 'CategoryRenamed')
      if (named === undefined || !('name' in named.data)) throw notFound('Category')
      const rows = await context.db.selectFrom('service').select(['id', 'name']).execute()
      const names = new Map(rows.map((row) => [row.id, row.name]))
      const placed = events.flatMap(({ type, data }) => (type === 'ServicePlacedInCategory' ? [data.serviceId] : []))
      const inWords = (event: CategoryEvent) => told(event, names)
      return {
        data: {
          id,
          category_name: named.data.name,
          category_code: named.data.code,
          is_deleted: events.some(({ type }) => type === 'CategoryDeleted'),
          services: placed.map((serviceId) => names.get(serviceId) ?? serviceId).sort(),
          history: await historyOf(context, past, { events: categoryEvents, inWords, isMasked: false }),
        },
      }
    },
  })
}

function told({ type, data }: CategoryEvent, services: ReadonlyMap<string, string>): Said {
  const say = (what: string): Said => ({ what, why: null })
  switch (type) {
    case 'CategoryAdded':
      return say(`Added as ${data.name} (${data.code})`)
    case 'CategoryRenamed':
      return say(`Renamed to ${data.name} (${data.code})`)
    case 'CategoryDeleted':
      return say('Deleted')
    case 'ServicePlacedInCategory':
      return say(`Service placed in it: ${services.get(data.serviceId) ?? data.serviceId}`)
  }
}
