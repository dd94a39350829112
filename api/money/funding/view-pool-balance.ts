import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { POOL } from '#domain/kernel/accounts.ts'
import { account } from '#projections/money/account/account.ts'
import { PoolBalanceSetting } from '#api/money/contracts/funding.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import { nairaText } from '#api/naira.ts'
import { readAsOf } from '#api/report/read-as-of.ts'

/** GET /api/sitesettings/pool_account_balance (E145): read like a setting, computed from the ledger, never set. */
export const viewPoolBalance: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/sitesettings/pool_account_balance',
    config: { permission: ['VIEW_CHF_REPORT', 'CREDIT_POOL', 'ALLOCATE_POOL'], scope: 'all', shows: ['account'] },
    schema: {
      tags: ['Funds'],
      summary: 'What the pool holds',
      querystring: AsOfQuery,
      response: { 200: PoolBalanceSetting },
    },
    handler: async (request) => {
      const pool = await readAsOf(app.context, request.query, [account.name], (db, moment) =>
        db.selectFrom(moment.rowsOf(account).as('a')).select('balance').where('account', '=', POOL).executeTakeFirst(),
      )
      return { data: { key: 'pool_account_balance' as const, value: nairaText(pool?.balance ?? 0) } }
    },
  })
}
