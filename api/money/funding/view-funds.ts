import { type Kysely, sql } from 'kysely'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { allocationOf, payableTo, POOL, walletOf } from '#domain/kernel/accounts.ts'
import type { KoboSum } from '#domain/kernel/money.ts'
import { account, type AccountRow } from '#projections/money/account/account.ts'
import { posting } from '#projections/money/posting/posting.ts'
import type { Moment } from '#projections/moment.ts'
import type { Database } from '#projections/read-models.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { patientPlace } from '#projections/care/patient/patient-place.ts'
import type { CoeFunds } from '#api/money/contracts/funding.ts'
import { FundsOverview } from '#api/money/contracts/funding.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import { notFound } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { load } from '#commands/handle.ts'
import { fundingDay, fundingDayOf } from '#domain/money/funding-day/funding-day.ts'
import { secondPersonAboveIn } from '#domain/people/setting/second-person-limit.ts'
import { setting } from '#projections/people/setting/setting.ts'
import { readAsOf } from '#api/report/read-as-of.ts'

const MODELS = ['account', 'coe', 'patient_place', 'posting', 'setting'] as const

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
      const own = reach.kind === 'coe' ? reach.coeId : undefined
      const { handler, now } = app.context
      const isNow = request.query.as_of === undefined && request.query.as_of_position === undefined
      const day = fundingDayOf({ by: request.actor().id, at: new Date(now()).toISOString() })
      const { alone } = await load(handler, fundingDay, day)
      return readAsOf(app.context, request.query, MODELS, async (db, moment) => {
        const coes = await coeFunds(db, moment, own)
        if (own !== undefined)
          return {
            data: {
              ...{
                second_person_above: null,
                moved_alone_today: null,
                pool_account_balance: null,
                total_credited: null,
                total_allocated: null,
              },
              coes,
            },
          }
        const { rows } = await sql<Pick<AccountRow, 'balance' | 'credits' | 'debits'>>`
          select balance, credits, debits from ${moment.rowsOf(account)} a where account = ${POOL}`.execute(db)
        const [pool] = rows
        return {
          data: {
            second_person_above: nairaText(await secondPersonAbove(db, moment)),
            moved_alone_today: isNow ? nairaText(alone) : null,
            pool_account_balance: nairaText(pool?.balance ?? 0),
            total_credited: nairaText(pool?.credits ?? 0),
            total_allocated: nairaText(pool?.debits ?? 0),
            coes,
          },
        }
      })
    },
  })
}

/** Above how much (kobo) a second person was asked for at that moment. */
async function secondPersonAbove(db: Kysely<Database>, moment: Moment): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select number from ${moment.rowsOf(setting)} s where key = 'second_person_above'`.execute(db)
  return rows[0]?.number ?? secondPersonAboveIn({})
}

async function coeFunds(db: Kysely<Database>, moment: Moment, coeId: string | undefined): Promise<CoeFunds[]> {
  const accounts = moment.rowsOf(account)
  const { rows } = await sql<CoeFigures>`
    select c.id, c.code, c.name as coe_name,
           coalesce(a.balance, 0) as left, coalesce(g.given, 0)::numeric as allocated,
           coalesce(w.balance, 0)::bigint as patients, coalesce(y.balance, 0) as payable
      from ${moment.rowsOf(coe)} c
      left join ${accounts} a on a.account = ${allocationOf('')} || c.id
      left join (
        select counter_account, -sum(amount) as given
          from ${moment.rowsOf(posting)} posting where account = ${POOL} and amount < 0
         group by counter_account) g on g.counter_account = a.account
      left join ${accounts} y on y.account = ${payableTo('')} || c.id
      left join (
        select p.coe_id, sum(b.balance) as balance
          from ${moment.rowsOf(patientPlace)} p join ${accounts} b on b.account = ${walletOf('')} || p.id
         group by p.coe_id) w on w.coe_id = c.id
     where ${coeId === undefined ? sql`true` : sql`c.id = ${coeId}`}
     order by c.name_key, c.id`.execute(db)
  return rows.map(({ left, allocated, patients, payable, ...hospital }) => ({
    ...hospital,
    fund_allocation: nairaText(left),
    allocated: nairaText(allocated),
    patients_balance: nairaText(patients),
    payable: nairaText(payable),
  }))
}
