import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#commands/handle.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { MOST_TOLD } from '#domain/catalogue/coe/events.ts'
import { CoeBankBody, CoeProposalBody, DeclineCoeBankBody } from '#api/catalogue/contracts/coe-body.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { whoIsTold } from '#api/people/who-is-told.ts'
import { CHANGES_COE } from './coe-path.ts'

/**
 * POST /api/coes/{id}/bank, and /confirm, /decline, /withdraw behind it: one person says where a hospital is paid, and another
 * confirms or declines just that; whoever said it may withdraw it (docs/decisions/0093).
 */
export const changeCoeBank: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...CHANGES_COE,
    url: '/api/coes/:id/bank',
    summary: "Enter a hospital's bank details for a second person to confirm",
    body: CoeBankBody,
    reach: ({ params }) => params.id,
    run: async ({ request, context, body }, coeId) => {
      const wanted = { permission: CHANGES_COE.permission, but: request.actor().id, most: MOST_TOLD }
      const toConfirm = await whoIsTold(context, wanted)
      const command = commandFrom(request, 'ProposeCoeBank', {
        ...{ coeId, accountName: body.bank_account_name, accountNumber: body.bank_account_number },
        ...{ sortCode: body.bank_sort_code, bankName: body.bank_name, toConfirm },
      })
      return ofId(coeId, await handle(context.handler, coe, coeId, command))
    },
    message: 'A second person must confirm the bank details',
  })
  commandRoute(app, {
    ...CHANGES_COE,
    url: '/api/coes/:id/bank/confirm',
    summary: 'Confirm bank details that another person entered',
    body: CoeProposalBody,
    reach: ({ params }) => params.id,
    run: async ({ request, context: { handler }, body: { proposal: of } }, coeId) =>
      ofId(coeId, await handle(handler, coe, coeId, commandFrom(request, 'ConfirmCoeBank', { coeId, request: of }))),
    message: 'The bank details have been confirmed',
  })
  commandRoute(app, {
    ...CHANGES_COE,
    url: '/api/coes/:id/bank/decline',
    summary: 'Decline bank details that another person entered',
    body: DeclineCoeBankBody,
    reach: ({ params }) => params.id,
    run: async ({ request, context: { handler }, body: { proposal: of, reason } }, coeId) => {
      const command = commandFrom(request, 'DeclineCoeBank', { coeId, request: of, reason })
      return ofId(coeId, await handle(handler, coe, coeId, command))
    },
    message: 'The bank details have been declined',
  })
  commandRoute(app, {
    ...CHANGES_COE,
    url: '/api/coes/:id/bank/withdraw',
    summary: 'Withdraw your own bank details before they are confirmed',
    body: CoeProposalBody,
    reach: ({ params }) => params.id,
    run: async ({ request, context: { handler }, body: { proposal: of } }, coeId) =>
      ofId(coeId, await handle(handler, coe, coeId, commandFrom(request, 'WithdrawCoeBank', { coeId, request: of }))),
    message: 'The bank details have been withdrawn',
  })
}
