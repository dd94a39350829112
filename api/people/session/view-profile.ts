import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ProfileAnswer } from '#api/people/contracts/session.ts'
import { sessionUser } from './views.ts'

/** GET /api/users/profile (E009). */
export const viewProfile: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/users/profile',
    config: { permission: 'signed-in', scope: 'own', shows: ['role', 'user_account'] },
    schema: { tags: ['Session'], summary: 'The signed-in person', response: { 200: ProfileAnswer } },
    handler: async (request) => ({ data: sessionUser(request.actor()) }),
  })
}
