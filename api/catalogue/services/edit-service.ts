import type { FastifyPluginAsync } from 'fastify'
import { editService as edit } from '#commands/catalogue/service/edit-service.ts'
import { SHOWS_SERVICES } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { factsIn, SERVICE_FIELDS, ServicePath, ServiceSent } from './service-path.ts'

/** PUT /api/services/{id} (E188): all that is said of it anew; hospitals keep the prices of their own. */
export const editService: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'PUT',
    url: '/api/services/:id',
    summary: 'Edit a service',
    tag: 'Services',
    permission: 'EDIT_SERVICE',
    scope: 'all',
    params: ServicePath,
    body: ServiceSent,
    reach: ({ params }) => params.id,
    run: async ({ request, context, body }, serviceId) => {
      const command = commandFrom(request, 'EditService', { serviceId, ...factsIn(body) })
      return ofId(serviceId, await edit(context.handler, command, body.service_category_id))
    },
    fieldNames: SERVICE_FIELDS,
    message: 'The service has been changed',
    shows: SHOWS_SERVICES,
  })
}
