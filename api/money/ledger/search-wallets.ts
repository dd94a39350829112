import { hasWords } from '#projections/folded-search.ts'
import { type RawBuilder, sql } from 'kysely'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { patient } from '#projections/care/patient/patient.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { account as accountModel } from '#projections/money/account/account.ts'
import { accountName, accountOwners } from '#projections/money/account/account-name.ts'
import { maskedRows } from '#projections/masked-rows.ts'
import { userAccount } from '#projections/people/user-account/user-account.ts'
import { WalletChoices } from '#api/money/contracts/ledger.ts'
import { nairaText } from '#api/naira.ts'
import { readAt } from '#api/report/read-as-of.ts'
import { text } from '#domain/kernel/text.ts'

type Choice = {
  readonly account: string
  readonly name: string
  readonly person: string | null
  readonly balance: number
}

const MOST = 20
const MODELS = ['account', 'coe', 'patient', 'patient_place', 'user_account'] as const

/** GET /api/ledger/wallets: the pool, allocations by hospital, patients by CHF id or, for who may see it, by name. */
export const searchWallets: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/ledger/wallets',
    config: {
      permission: 'VIEW_LEDGER',
      scope: 'all',
      shows: MODELS,
      limit: 'search',
    },
    schema: {
      tags: ['Ledger'],
      summary: 'Find a wallet',
      querystring: z.strictObject({ search: text(120).trim().optional() }),
      response: { 200: WalletChoices },
    },
    handler: async (request) => {
      const wanted = (request.query.search ?? '').toLowerCase()
      // Nothing typed is every wallet.
      const named = (key: RawBuilder<unknown>) => (wanted === '' ? sql`true` : hasWords(key, wanted))
      const maySeePeople = request.actor().permissions.has('VIEW_PERSONAL_DATA')
      const { rows } = await readAt(app.context, undefined, MODELS, (db, moment) =>
        sql<Choice>`
        select w.account, ${accountName(sql`w.account`)} as name, w.person,
               coalesce(a.balance, 0) as balance
          from (
            (select 0 as place, 'pool' as account, '' as ordered, null as person
              where position(${wanted} in 'pool') > 0)
            union all
            (select 1, concat('allocation:', c.id), c.name_key, null from ${moment.rowsOf(coe)} c
              where ${named(sql`concat('allocation ', c.name_key, ' ', lower(c.code collate "C"))`)}
              order by c.name_key limit ${MOST})
            union all
            (select 2, concat('patient:', p.id), p.chf_id, nullif(concat_ws(' ', u.first_name, u.last_name), '')
               from ${moment.rowsOf(patient)} p
               left join ${maskedRows(userAccount, moment.rowsOf(userAccount), maySeePeople)} u on u.id = p.id
              where p.chf_id like upper(${wanted.replaceAll(/[\\%_]/g, '\\$&')}) || '%'
                 or ${named(sql`u.name_key`)} or u.email = ${wanted}
              order by p.chf_id limit ${MOST})) w
          left join ${moment.rowsOf(accountModel)} a on a.account = w.account
          ${accountOwners(sql`w.account`, moment)}
         order by w.place, w.ordered limit ${MOST}`.execute(db),
      )
      return { data: rows.map(({ balance, ...choice }) => ({ ...choice, balance: nairaText(balance) })) }
    },
  })
}
