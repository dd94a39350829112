import type { FastifyPluginAsync } from 'fastify'
import { priceService } from '#commands/catalogue/service/price-service.ts'
import { SHOWS_PRICES } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { NoBody } from '#api/contracts/input.ts'
import { PLANNED_PRICES, plannedIn } from './service-path.ts'

/** DELETE of a price that was planned: what holds before that day goes on holding. */
export const withdrawPlannedPrice: FastifyPluginAsync = async (app) => {
  for (const { url, params, permission } of PLANNED_PRICES)
    commandRoute(app, {
      method: 'DELETE',
      url,
      summary: 'Withdraw a planned price',
      tag: 'Services',
      permission,
      scope: 'all',
      params,
      body: NoBody,
      reach: ({ params }) => plannedIn(params),
      run: async ({ request, context }, about) => {
        const command = commandFrom(request, 'WithdrawPlannedPrice', about)
        return ofId(about.serviceId, await priceService(context.handler, command))
      },
      message: 'The planned price has been withdrawn',
      shows: SHOWS_PRICES,
    })
}
