import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { SupportLine } from '#api/people/contracts/setting.ts'
import { settingsIn } from './settings-in.ts'

/** It changes once in years: a browser asks for it again after five minutes at most. */
const KEPT_S = 300

/** GET /api/support_line: the number that stands in every header, for whoever sees one. */
export const viewSupportLine: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/support_line',
    config: { permission: 'public', scope: 'none', shows: ['setting'] },
    schema: { tags: ['Reference'], summary: 'Number of the support line', response: { 200: SupportLine } },
    handler: async (_request, reply) => {
      const { value = '' } = (await settingsIn(app.context)).find(({ key }) => key === 'support_line') ?? {}
      reply.header('cache-control', `public, max-age=${KEPT_S}`)
      return { data: { number: value === '' ? null : value } }
    },
  })
}
