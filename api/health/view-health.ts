import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { readModelHealth } from '../../projections/health.ts'
import { Health } from '../contracts/health.ts'
import { version } from '../version.ts'

/** GET /api/health: the log's head, and for every read model its position, lag and state. */
export const viewHealth: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/health',
    config: { permission: 'public', scope: 'none' },
    schema: { tags: ['Health'], summary: 'How the system is', response: { 200: Health } },
    handler: async () => {
      const models = await readModelHealth(app.context.db, app.context.eventLog)
      return {
        data: {
          status: models.some(({ state }) => state === 'stopped') ? ('amber' as const) : ('green' as const),
          version,
          head: models[0]?.head ?? 0,
          // Errors are for operators' logs; this page is public.
          read_models: models.map(({ name, revision, position, lag, state, percent }) => ({
            ...{ name, revision, position, lag, state },
            ...(percent === undefined ? {} : { percent }),
          })),
        },
      }
    },
  })
}
