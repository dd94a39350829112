import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { one } from '#api/contracts/common.ts'
import { bearerOf } from '#api/plugins/auth.ts'
import { closeSession } from './sessions.ts'

/** POST /api/logout (E008): the token is worth nothing from now on. */
export const logout: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/logout',
    config: { permission: 'signed-in', scope: 'own', idempotency: 'none' },
    schema: {
      tags: ['Session'],
      summary: 'Sign out',
      response: { 200: one(z.object({ signed_out: z.literal(true) })) },
    },
    handler: async (request) => {
      const token = bearerOf(request)
      if (token !== undefined) await closeSession(app.context, token)
      return { data: { signed_out: true as const } }
    },
  })
}
