import type { FastifyPluginAsync } from 'fastify'
import { priceAtCoe } from '#commands/catalogue/service/price-at-coe.ts'
import { SHOWS_PRICES } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { OwnPricePath, OwnPriceSent } from './service-path.ts'

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
    body: OwnPriceSent,
    reach: ({ params: { id: serviceId, coeId } }) => ({ serviceId, coeId }),
    run: async ({ request, context, body: { price } }, about) => {
      const command = commandFrom(request, 'PriceServiceAtCoe', { ...about, price, before: 'some' as const })
      return ofId(about.serviceId, await priceAtCoe(context.handler, command))
    },
    message: 'The price has been changed',
    shows: SHOWS_PRICES,
  })
}
