import { sql } from 'kysely'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { allocationOf, payableTo, POOL, walletOf } from '#domain/kernel/accounts.ts'
import type { KoboSum } from '#domain/kernel/money.ts'
import { account, type AccountRow } from '#projections/money/account/account.ts'
import { asOfTable } from '#projections/as-of.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { patientPlace } from '#projections/care/patient/patient-place.ts'
import type { CoeFunds } from '#api/money/contracts/funding.ts'
import { FundsOverview } from '#api/money/contracts/funding.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { asOfPosition } from '#api/report/as-of.ts'

const MODELS = ['account', 'coe', 'patient_place', 'posting'] as const

type CoeFigures = {
  readonly id: string
  readonly code: string
  readonly coe_name: string
  readonly left: number
  readonly allocated: KoboSum
  readonly patients: number
  readonly payable: number
}

/** GET /api/funds: the pool and what each hospital holds; people of a hospital see theirs alone. */
export const viewFunds: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/funds',
    config: { permission: ['VIEW_CHF_REPORT', 'VIEW_COE_ANALYTICS'], scope: 'reach', shows: MODELS },
    schema: {
      tags: ['Funds'],
      summary: 'The pool and the allocations',
      querystring: AsOfQuery,
      response: { 200: FundsOverview },
    },
    handler: async (request) => {
      const reach = request.reach()
      if (reach.kind === 'patient') throw notFound('Funds')
      const asOf = await asOfPosition(app.context, request.query, MODELS)
      const coes = await coeFunds(app.context, reach.kind === 'coe' ? reach.coeId : undefined, asOf)
      if (reach.kind === 'coe')
        return { data: { pool_account_balance: null, total_credited: null, total_allocated: null, coes } }
      const { rows } = await sql<Pick<AccountRow, 'balance' | 'credits' | 'debits'>>`
        select balance, credits, debits from ${asOfTable(account, asOf)} a where account = ${POOL}`.execute(
        app.context.db,
      )
      const [pool] = rows
      return {
        data: {
          pool_account_balance: nairaText(pool?.balance ?? 0),
          total_credited: nairaText(pool?.credits ?? 0),
          total_allocated: nairaText(pool?.debits ?? 0),
          coes,
        },
      }
    },
  })
}

async function coeFunds({ db }: AppContext, coeId: string | undefined, asOf: number | undefined): Promise<CoeFunds[]> {
  const accounts = asOfTable(account, asOf)
  const past = asOf === undefined ? sql`true` : sql`position <= ${asOf}`
  const { rows } = await sql<CoeFigures>`
    select c.id, c.code, c.name as coe_name,
           coalesce(a.balance, 0) as left, coalesce(g.given, 0)::numeric as allocated,
           coalesce(w.balance, 0)::bigint as patients, coalesce(y.balance, 0) as payable
      from ${asOfTable(coe, asOf)} c
      left join ${accounts} a on a.account = ${allocationOf('')} || c.id
      left join (
        select counter_account, -sum(amount) as given
          from posting where account = ${POOL} and amount < 0 and ${past}
         group by counter_account) g on g.counter_account = a.account
      left join ${accounts} y on y.account = ${payableTo('')} || c.id
      left join (
        select p.coe_id, sum(b.balance) as balance
          from ${asOfTable(patientPlace, asOf)} p join ${accounts} b on b.account = ${walletOf('')} || p.id
         group by p.coe_id) w on w.coe_id = c.id
     where ${coeId === undefined ? sql`true` : sql`c.id = ${coeId}`}
     order by c.name, c.id`.execute(db)
  return rows.map(({ left, allocated, patients, payable, ...hospital }) => ({
    ...hospital,
    fund_allocation: nairaText(left),
    allocated: nairaText(allocated),
    patients_balance: nairaText(patients),
    payable: nairaText(payable),
  }))
}
