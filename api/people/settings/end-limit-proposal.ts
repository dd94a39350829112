import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#commands/handle.ts'
import { setting, SITE } from '#domain/people/setting/setting.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { DeclineLimitBody, LimitProposalBody } from '#api/people/contracts/setting.ts'

const LIMIT = 'second_person_above'
const ENDS = {
  tag: 'Settings',
  permission: 'MANAGE_SITE_SETTING',
  scope: 'all',
  reach: () => LIMIT,
  shows: ['setting'],
} as const

/**
 * POST /api/sitesettings/second_person_above/confirm, /decline and /withdraw: the limit that one person proposed ends by
 * another's word, or by their own (docs/decisions/0112).
 */
export const endLimitProposal: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...ENDS,
    url: `/api/sitesettings/${LIMIT}/confirm`,
    summary: 'Confirm the limit for a second person that another person proposed',
    body: LimitProposalBody,
    run: async ({ request, context: { handler }, body: { proposal } }, id) => {
      const command = commandFrom(request, 'ConfirmSecondPersonAbove', { request: proposal })
      return ofId(id, await handle(handler, setting, SITE, command))
    },
    message: 'The new amount has been confirmed',
  })
  commandRoute(app, {
    ...ENDS,
    url: `/api/sitesettings/${LIMIT}/decline`,
    summary: 'Decline the limit for a second person that another person proposed',
    body: DeclineLimitBody,
    run: async ({ request, context: { handler }, body: { proposal, reason } }, id) => {
      const command = commandFrom(request, 'DeclineSecondPersonAbove', { request: proposal, reason })
      return ofId(id, await handle(handler, setting, SITE, command))
    },
    message: 'The new amount has been declined',
  })
  commandRoute(app, {
    ...ENDS,
    url: `/api/sitesettings/${LIMIT}/withdraw`,
    summary: 'Withdraw your own limit for a second person before it is confirmed',
    body: LimitProposalBody,
    run: async ({ request, context: { handler }, body: { proposal } }, id) => {
      const command = commandFrom(request, 'WithdrawSecondPersonAbove', { request: proposal })
      return ofId(id, await handle(handler, setting, SITE, command))
    },
    message: 'The new amount has been withdrawn',
  })
}
