import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { walletOf } from '#domain/kernel/accounts.ts'
import type { KoboSum } from '#domain/kernel/money.ts'
import { OwnWallet } from '#api/money/contracts/wallet.ts'
import { notFound } from '#api/http-error.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import { nairaText } from '#api/naira.ts'
import { asOfPosition } from '#api/report/as-of.ts'

/** GET /api/wallet: a patient's own wallet, out of the postings in one read, so that its figures always add up. */
export const viewOwnWallet: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/wallet',
    config: { permission: 'APPLY_FUND', scope: 'own', shows: ['posting'] },
    schema: {
      tags: ['Funds'],
      summary: "The caller's own wallet",
      querystring: AsOfQuery,
      response: { 200: OwnWallet },
    },
    handler: async (request) => {
      const { patient } = request.actor()
      if (patient === null) throw notFound('Wallet')
      const asOf = await asOfPosition(app.context, request.query, ['posting'])
      const { balance, put_in, billed, last_moved_at } = await app.context.db
        .selectFrom('posting')
        .select([
          sql<KoboSum>`coalesce(sum(amount), 0)::numeric`.as('balance'),
          // What is billed goes to what hospitals are owed; all else comes from the fund.
          sql<KoboSum>`coalesce(sum(amount) filter (where counter_account not like 'payable:%'), 0)::numeric`.as(
            'put_in',
          ),
          sql<KoboSum>`coalesce(-sum(amount) filter (where counter_account like 'payable:%'), 0)::numeric`.as('billed'),
          sql<string | null>`max(at)`.as('last_moved_at'),
        ])
        .where('account', '=', walletOf(patient.id))
        .$if(asOf !== undefined, (past) => past.where('position', '<=', asOf ?? 0))
        .executeTakeFirstOrThrow()
      return {
        data: { balance: nairaText(balance), put_in: nairaText(put_in), billed: nairaText(billed), last_moved_at },
      }
    },
  })
}
