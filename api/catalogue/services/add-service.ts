import type { FastifyPluginAsync } from 'fastify'
import { addService as add } from '#commands/catalogue/service/add-service.ts'
import { deriveId } from '#commands/ids.ts'
import { SHOWS_SERVICES } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { factsIn, SERVICE_FIELDS, ServiceSent } from './service-path.ts'

/** POST /api/services (E187): a new service, in a category that is there. */
export const addService: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/services',
    summary: 'Add a service',
    tag: 'Services',
    permission: 'CREATE_SERVICE',
    scope: 'all',
    body: ServiceSent,
    reach: ({ request }) => deriveId(request.commandId(), 'service'),
    run: async ({ request, context, body }, serviceId) => {
      const facts = { ...factsIn(body), categoryId: body.service_category_id }
      const command = commandFrom(request, 'AddService', { serviceId, ...facts })
      return ofId(serviceId, await add(context.handler, command))
    },
    fieldNames: SERVICE_FIELDS,
    message: 'The service has been added',
    shows: SHOWS_SERVICES,
  })
}
