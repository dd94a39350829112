import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { createHealthText, Health } from './health-now.ts'
import { HEALTH_URL, READY_URL } from './health-urls.ts'

/**
 * The log's head, every long-running part, for every read model its position, lag and state, and what is full. It is asked
 * for when something hangs, so it waits for nothing: not for the database, and not for one of Node's few threads, which
 * passwords and pictures may all hold (a compressed answer would). What it cannot do without is a turn of this thread:
 * while that is held up, the port of health's own (own-thread.ts) answers. People and monitors read it at `HEALTH_URL`, by
 * its words; load balancers go by the status of `READY_URL`.
 */
export const viewHealth: FastifyPluginAsyncZod = async (app) => {
  const healthNow = createHealthText(app.context)
  const route = {
    ...({ method: 'GET', compress: false } as const),
    config: { permission: 'public', scope: 'none', shows: [] } as const,
  }
  app.route({
    ...{ ...route, url: HEALTH_URL },
    schema: { tags: ['Health'], summary: 'How the system is: always 200', response: { 200: Health } },
    handler: async (_, reply) => reply.type(JSON_TYPE).send(healthNow().text as never),
  })
  app.route({
    ...{ ...route, url: READY_URL },
    schema: {
      ...{ tags: ['Health'], summary: 'Whether to send calls here, for load balancers: 503 while health is red' },
      response: { 200: Health, 503: Health },
    },
    handler: async (_, reply) => {
      const { text, isRed } = healthNow()
      return reply
        .code(isRed ? 503 : 200)
        .type(JSON_TYPE)
        .send(text as never)
    },
  })
}

const JSON_TYPE = 'application/json; charset=utf-8'
