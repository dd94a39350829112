import type { FastifyPluginAsync } from 'fastify'
import { deleteService as remove } from '#commands/catalogue/service/delete-service.ts'
import { SHOWS_SERVICES } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { NoBody } from '#api/contracts/input.ts'
import { ServicePath } from './service-path.ts'

/** DELETE /api/services/{id} (E189): nobody bills it from now on; what was billed stays (spec, open-questions Q125). */
export const deleteService: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'DELETE',
    url: '/api/services/:id',
    summary: 'Delete a service',
    tag: 'Services',
    permission: 'DELETE_SERVICE',
    scope: 'all',
    params: ServicePath,
    body: NoBody,
    reach: ({ params }) => params.id,
    run: async ({ request, context }, serviceId) => {
      const command = commandFrom(request, 'DeleteService', { serviceId })
      return ofId(serviceId, await remove(context.handler, command))
    },
    message: 'The service has been deleted',
    shows: SHOWS_SERVICES,
  })
}
