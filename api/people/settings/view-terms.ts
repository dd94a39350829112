import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Terms } from '#api/people/contracts/setting.ts'

const KEY = 'application_terms_condition'
/** Whoever accepts a version that is no more is told so, and reads it again. */
const KEPT_S = 60

/** GET /api/sitesettings/application_terms_condition (E016): what whoever applies accepts, for anybody to read. */
export const viewTerms: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: `/api/sitesettings/${KEY}`,
    config: { permission: 'public', scope: 'none', shows: ['setting'] },
    schema: { tags: ['Reference'], summary: 'Terms that applicants accept', response: { 200: Terms } },
    handler: async (_request, reply) => {
      const found = app.context.db
        .selectFrom('setting')
        .select(['value', 'number', 'updated_at'])
        .where('key', '=', KEY)
      const { value = '', number = null, updated_at = null } = (await found.executeTakeFirst()) ?? {}
      reply.header('cache-control', `public, max-age=${KEPT_S}`)
      return { data: { id: KEY, key: KEY, value, version: number, updated_at } } as const
    },
  })
}
