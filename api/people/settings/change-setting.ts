import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { handle } from '#commands/handle.ts'
import { parseNaira, ZERO } from '#domain/kernel/money.ts'
import { setting, type SettingCommand, SITE } from '#domain/people/setting/setting.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { invalid, notFound } from '#api/http-error.ts'
import { basisPointsOf, SettingBody, settingIdOf } from '#api/people/contracts/setting.ts'
import { SettingPath } from './view-setting.ts'

/** PUT /api/sitesettings/{id} (E195): another value for a setting; for the limit of a second person, one that they confirm. */
export const changeSetting: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'PUT',
    url: '/api/sitesettings/:id',
    summary: 'Change a setting',
    tag: 'Settings',
    permission: 'MANAGE_SITE_SETTING',
    scope: 'all',
    params: SettingPath,
    body: SettingBody,
    reach: ({ params: { id }, body: { key } }) => {
      if (![key, settingIdOf(key)].includes(id)) throw notFound('Setting')
      return settingIdOf(key)
    },
    run: async ({ request, context, body }, id) => {
      if (context.production && body.key === 'second_factor' && body.value === 'No')
        throw invalid('value', 'In production the second factor is always required')
      return ofId(id, await handle(context.handler, setting, SITE, commandOf(request, body)))
    },
    message: (id) =>
      id === 'second_person_above' ? 'A second person must confirm the new amount' : 'Site setting updated',
    shows: ['setting'],
  })
}

function commandOf(request: FastifyRequest, body: SettingBody): SettingCommand {
  switch (body.key) {
    case 'support_line':
      return commandFrom(request, 'SetSupportLine', { number: body.value })
    case 'second_factor':
      return commandFrom(request, 'SetSecondFactorDemand', { isDemanded: body.value === 'Yes' })
    case 'application_terms_condition':
      return commandFrom(request, 'SetTerms', { text: body.value })
    case 'funding_cap':
      // The contract has looked: it is an amount.
      return commandFrom(request, 'SetFundingCap', { amount: parseNaira(body.value) ?? ZERO })
    case 'second_person_above':
      return commandFrom(request, 'ProposeSecondPersonAbove', {
        amount: parseNaira(body.value) ?? ZERO,
        reason: body.reason,
      })
    case 'deadlines':
      return commandFrom(request, 'SetDeadlines', {
        cmd: body.deadline_cmd,
        initiate: body.deadline_initiate,
        recommend: body.deadline_recommend,
        approve: body.deadline_approve,
        dfa: body.deadline_dfa,
        permsec: body.deadline_permsec,
      })
    case 'shares':
      return commandFrom(request, 'SetShares', {
        coe: basisPointsOf(body.share_coe),
        bank: basisPointsOf(body.share_bank),
        manufacturer: basisPointsOf(body.share_manufacturer),
        emge: basisPointsOf(body.share_emge),
      })
  }
}
