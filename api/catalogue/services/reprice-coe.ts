import type { FastifyPluginAsync } from 'fastify'
import { priceService } from '#commands/catalogue/service/price-service.ts'
import { SHOWS_PRICES } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { OwnPricePath, PriceSent } from './service-path.ts'

/** PUT /api/services/{id}/coes/{coeId} (E191): bills from then on; what was billed keeps its price. */
export const repriceCoe: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'PUT',
    url: '/api/services/:id/coes/:coeId',
    summary: 'Change a hospital’s own price',
    tag: 'Services',
    permission: 'ATTACH_COE_SERVICE',
    scope: 'all',
    params: OwnPricePath,
    body: PriceSent,
    reach: ({ params: { id: serviceId, coeId } }) => ({ serviceId, coeId }),
    run: async ({ request, context, body: { price, revision } }, about) => {
      const command = commandFrom(request, 'PriceServiceAtCoe', { ...about, price, revision, before: 'some' as const })
      return ofId(about.serviceId, await priceService(context.handler, command))
    },
    message: 'The price has been changed',
    shows: SHOWS_PRICES,
  })
}
