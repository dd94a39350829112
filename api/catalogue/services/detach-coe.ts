import type { FastifyPluginAsync } from 'fastify'
import { priceService } from '#commands/catalogue/service/price-service.ts'
import { SHOWS_PRICES } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { NoBody } from '#api/contracts/input.ts'
import { OwnPricePath } from './service-path.ts'

/** DELETE /api/services/{id}/coes/{coeId} (E192): the hospital bills it at the price of the service again. */
export const detachCoe: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'DELETE',
    url: '/api/services/:id/coes/:coeId',
    summary: "Remove a hospital's own price",
    tag: 'Services',
    permission: 'ATTACH_COE_SERVICE',
    scope: 'all',
    params: OwnPricePath,
    body: NoBody,
    reach: ({ params: { id: serviceId, coeId } }) => ({ serviceId, coeId }),
    run: async ({ request, context }, about) => {
      const command = commandFrom(request, 'WithdrawServiceFromCoe', about)
      return ofId(about.serviceId, await priceService(context.handler, command))
    },
    message: 'The hospital bills the price of the service again',
    shows: SHOWS_PRICES,
  })
}
