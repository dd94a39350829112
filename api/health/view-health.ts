import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { readModelHealth } from '../../projections/health.ts'
import { version } from '../version.ts'

const ReadModel = z.object({
  name: z.string(),
  revision: z.int(),
  position: z.int(),
  lag: z.int(),
  state: z.enum(['live', 'building', 'stopped']),
  percent: z.number().optional(),
})

const Health = z.object({
  data: z.object({
    status: z.enum(['green', 'amber']).describe('amber: a read model stands still and needs somebody'),
    version: z.string(),
    head: z.int().describe('Position of the last event'),
    read_models: z.array(ReadModel),
  }),
})

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
