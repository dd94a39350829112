import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#commands/handle.ts'
import { setting, SITE } from '#domain/people/setting/setting.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { invalid, notFound } from '#api/http-error.ts'
import { SettingBody, settingIdOf } from '#api/people/contracts/setting.ts'
import { SettingPath } from './view-setting.ts'

/** PUT /api/sitesettings/{id} (E195): another value for a setting. */
export const changeSetting: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'PUT',
    url: '/api/sitesettings/:id',
    summary: 'Change a setting',
    tag: 'Settings',
    permission: 'MANAGE_SITE_SETTING',
    scope: 'none',
    params: SettingPath,
    body: SettingBody,
    reach: ({ params: { id }, body: { key } }) => {
      if (![key, settingIdOf(key)].includes(id)) throw notFound('Setting')
      return settingIdOf(key)
    },
    run: async ({ request, context, body: { key, value } }, id) => {
      if (context.production && value === 'No')
        throw invalid('value', 'In production the second factor is always asked for')
      const command =
        key === 'support_line'
          ? commandFrom(request, 'SetSupportLine', { number: value })
          : key === 'second_factor'
            ? commandFrom(request, 'SetSecondFactorDemand', { isDemanded: value === 'Yes' })
            : commandFrom(request, 'SetTerms', { text: value })
      return ofId(id, await handle(context.handler, setting, SITE, command))
    },
    message: 'Site setting updated',
    shows: ['setting'],
  })
}
