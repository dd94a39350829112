import type { FastifyPluginAsync } from 'fastify'
import { priceService } from '#commands/catalogue/service/price-service.ts'
import { SHOWS_PRICES } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { OwnPricePath, PriceSent } from './service-path.ts'

/** POST /api/services/{id}/coes/{coeId} (E190): from then on the hospital bills it at its own price. */
export const attachCoe: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/services/:id/coes/:coeId',
    summary: 'Give a hospital a price of its own',
    tag: 'Services',
    permission: 'ATTACH_COE_SERVICE',
    scope: 'all',
    params: OwnPricePath,
    body: PriceSent,
    reach: ({ params: { id: serviceId, coeId } }) => ({ serviceId, coeId }),
    run: async ({ request, context, body: { price, revision } }, about) => {
      const command = commandFrom(request, 'PriceServiceAtCoe', { ...about, price, revision, before: 'none' as const })
      return ofId(about.serviceId, await priceService(context.handler, command))
    },
    message: 'The hospital has its own price now',
    shows: SHOWS_PRICES,
  })
}
