import type { FastifyPluginAsync } from 'fastify'
import { priceService } from '#commands/catalogue/service/price-service.ts'
import { SHOWS_PRICES } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { PLANNED_PRICES, plannedIn, PriceSent } from './service-path.ts'

/** PUT of a price from a day to come on, of a service or of one hospital; the same day again changes what was planned. */
export const planPrice: FastifyPluginAsync = async (app) => {
  for (const { url, params, permission } of PLANNED_PRICES)
    commandRoute(app, {
      method: 'PUT',
      url,
      summary: 'Plan a price from a day on',
      tag: 'Services',
      permission,
      scope: 'all',
      params,
      body: PriceSent,
      reach: ({ params }) => plannedIn(params),
      run: async ({ request, context, body: { price, revision } }, about) => {
        const command = commandFrom(request, 'PlanServicePrice', { ...about, price, revision })
        return ofId(about.serviceId, await priceService(context.handler, command))
      },
      message: 'The price has been planned',
      shows: SHOWS_PRICES,
    })
}
