import { z } from 'zod'
import { isWallet, kindOf } from '#domain/kernel/accounts.ts'
import { LedgerAccountView, MomentQuery } from '#api/money/contracts/ledger.ts'
import { notFound } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { ACCOUNT_FROM, findAccount } from './find-account.ts'
import { isKnownAccount } from './known-account.ts'
import { LEDGER_READERS, mustReachAccount, ledgerForAll } from './ledger-reach.ts'
import { positionOf } from './moment.ts'
import { text } from '#domain/kernel/text.ts'

/** GET /api/ledger/accounts/{account}: what it held at a moment, of the recorded clock or the log. */
export const viewAccount = ledgerForAll(async (app) => {
  app.route({
    method: 'GET',
    url: '/api/ledger/accounts/:account',
    config: { permission: LEDGER_READERS, scope: 'reach', shows: ACCOUNT_FROM },
    schema: {
      tags: ['Ledger'],
      summary: 'An account at a moment',
      params: z.object({ account: text(120).min(1) }),
      querystring: MomentQuery,
      response: { 200: LedgerAccountView },
    },
    handler: async (request) => {
      const account = mustReachAccount(request.reach(), request.params.account)
      if (!(await isKnownAccount(app.context, account))) throw notFound('Account')
      const asOf = await positionOf(app.context, request.query, ACCOUNT_FROM)
      const maySeePeople = request.actor().permissions.has('VIEW_PERSONAL_DATA')
      const found = await findAccount(app.context, account, asOf, maySeePeople)
      return {
        data: {
          account,
          kind: kindOf(account),
          name: found.name,
          person: found.person,
          is_wallet: isWallet(account),
          position: found.position,
          debits: nairaText(found.debits),
          credits: nairaText(found.credits),
          balance: nairaText(found.balance),
          movements: found.movements,
          last_moved_at: found.last_moved_at,
        },
      }
    },
  })
})
