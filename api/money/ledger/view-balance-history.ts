import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Account } from '#domain/kernel/accounts.ts'
import { runningBalance } from '#projections/money/posting/running-balance.ts'
import { account as accountModel } from '#projections/money/account/account.ts'
import { posting } from '#projections/money/posting/posting.ts'
import type { Moment } from '#projections/moment.ts'
import type { Database } from '#projections/read-models.ts'
import { readAt } from '#api/report/read-as-of.ts'
import { BalanceHistory } from '#api/money/contracts/ledger.ts'
import { notFound } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { findAccount } from './find-account.ts'
import { isKnownAccount } from './known-account.ts'
import { LEDGER_READERS, mustReachAccount, ledgerForAll } from './ledger-reach.ts'
import { text } from '#domain/kernel/text.ts'

/** Up to so many movements are given one by one; of more, so many evenly over the log. */
const MOST_POINTS = 1000

const MODELS = ['account', 'posting'] as const

type Point = { readonly position: number; readonly at: string; readonly recorded_at: string; readonly balance: number }

/** GET /api/ledger/accounts/{account}/history: the balance after each movement, for the chart and the slider. */
export const viewBalanceHistory = ledgerForAll(async (app) => {
  app.route({
    method: 'GET',
    url: '/api/ledger/accounts/:account/history',
    config: { permission: LEDGER_READERS, scope: 'reach', shows: MODELS },
    schema: {
      tags: ['Ledger'],
      summary: 'The balance of an account over time',
      params: z.object({ account: text(120).min(1) }),
      response: { 200: BalanceHistory },
    },
    handler: async (request) => {
      const account = mustReachAccount(request.reach(), request.params.account)
      if (!(await isKnownAccount(app.context, account))) throw notFound('Account')
      const { movements } = await findAccount(app.context, account, undefined, false)
      const isSampled = movements > MOST_POINTS
      const points = await readAt(app.context, undefined, MODELS, (db, moment) =>
        (isSampled ? sampledPoints : everyPoint)(db, moment, account),
      )
      return {
        data: {
          is_sampled: isSampled,
          points: points.map(({ balance, ...point }) => ({ ...point, balance: nairaText(balance) })),
        },
      }
    },
  })
})

/** One point per position: the last line that its event wrote on the account. */
async function everyPoint(db: Kysely<Database>, moment: Moment, account: Account): Promise<readonly Point[]> {
  const { rows } = await sql<Point>`
    select distinct on (m.position) m.position, m.at, m.recorded_at, ${runningBalance('m', moment)} as balance
      from ${moment.rowsOf(posting)} m
     where m.account = ${account} and m.position <= ${moment.positionIn(accountModel)}
     order by m.position, m.line desc`.execute(db)
  return rows
}

/** Evenly over the positions between the first and the last movement: look-ups by key, however long the history is. */
async function sampledPoints(db: Kysely<Database>, moment: Moment, account: Account): Promise<readonly Point[]> {
  const { rows } = await sql<Point>`
    with bounds as (
      select min(position) as first, max(position) as last from ${moment.rowsOf(posting)} p
       where account = ${account} and position <= ${moment.positionIn(accountModel)})
    select distinct on (m.position) m.position, m.at, m.recorded_at, ${runningBalance('m', moment)} as balance
      from bounds, generate_series(0, ${MOST_POINTS - 1}::bigint) step
      cross join lateral (
        select * from ${moment.rowsOf(posting)} p
         where account = ${account}
           and position <= bounds.first + (bounds.last - bounds.first) * step / ${MOST_POINTS - 1}
         order by position desc, line desc limit 1) m
     order by m.position`.execute(db)
  return rows
}
