import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { SiteSettingList } from '#api/people/contracts/setting.ts'
import { settingsFor } from './settings-in.ts'

/** GET /api/sitesettings (E193): what the whole site goes by. */
export const listSettings: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/sitesettings',
    config: { permission: 'MANAGE_SITE_SETTING', scope: 'all', shows: ['setting', 'user_account'] },
    schema: { tags: ['Settings'], summary: 'Site settings', response: { 200: SiteSettingList } },
    handler: async (request) => ({ data: await settingsFor(app.context, request.actor()) }),
  })
}
