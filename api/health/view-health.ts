import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { createHealthText, Health } from './health-now.ts'

/**
 * GET /api/health: the log's head, every long-running part, for every read model its position, lag and state, and what is
 * full. It is asked for when something hangs, so it waits for nothing: not for the database, and not for one of Node's
 * few threads, which passwords and pictures may all hold (a compressed answer would). What it cannot do without is a turn
 * of this thread: while that is held up, the port of health's own (own-thread.ts) answers.
 */
export const viewHealth: FastifyPluginAsyncZod = async (app) => {
  const textNow = createHealthText(app.context)
  app.route({
    method: 'GET',
    url: '/api/health',
    config: { permission: 'public', scope: 'none', shows: [] },
    compress: false,
    schema: { tags: ['Health'], summary: 'How the system is', response: { 200: Health } },
    handler: async (_, reply) => reply.type('application/json; charset=utf-8').send(textNow() as never),
  })
}
