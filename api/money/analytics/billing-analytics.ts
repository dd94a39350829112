import { sql } from 'kysely'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { KoboSum } from '#domain/kernel/money.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { REVERSED } from '#domain/money/transaction/dispute-statuses.ts'
import { billingDays } from '#projections/money/billing-day/billing-days.ts'
import { stageTotals } from '#projections/money/stage-total/stage-totals.ts'
import { AnalyticsQuery, BillingMonths, BillingMonthsQuery, StageTotals } from '#api/money/contracts/analytics.ts'
import { nairaText } from '#api/naira.ts'
import { dayOf } from '#api/report/as-of.ts'
import { readAsOf } from '#api/report/read-as-of.ts'
import { monthsBack } from './months.ts'
import { reachedHospital } from '#api/reached-hospital.ts'

type MonthRow = {
  readonly month: string
  readonly billed: KoboSum
  readonly billed_count: number
  readonly drugs_billed: KoboSum
  readonly paid: KoboSum
  readonly paid_count: number
  readonly reversed: KoboSum
  readonly reversed_count: number
}

type StageRow = { readonly stage: string; readonly transactions: number; readonly total: KoboSum }

const config = { permission: ['VIEW_COE_ANALYTICS', 'VIEW_CHF_REPORT'], scope: 'reach' } as const
const { start, links } = PAYMENT_CHAIN
const STAGES = [start, ...links.map(({ to, status }) => ({ state: to, status })), { state: REVERSED, status: REVERSED }]

const MONTHS_FROM = ['billing_day', 'log_clock', 'transaction'] as const
const STAGES_FROM = ['stage_total', 'transaction'] as const

/** Billing by month and money by stage of the chain, from the rollups: as fast at sixty million bills as at sixty. */
export const billingAnalytics: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/analytics/billing-months',
    config: { ...config, shows: MONTHS_FROM },
    schema: {
      tags: ['Analytics'],
      summary: 'Billed and paid by month',
      querystring: BillingMonthsQuery,
      response: { 200: BillingMonths },
    },
    handler: async (request) => {
      const { months: count, coe, ...asOf } = request.query
      const coeId = reachedHospital(request.reach(), coe)
      const months = monthsBack(await dayOf(app.context, asOf), count)
      const { rows } = await readAsOf(app.context, asOf, MONTHS_FROM, (db, moment) =>
        sql<MonthRow>`
        select to_char(day, 'YYYY-MM') as month, sum(billed)::numeric as billed, sum(billed_count)::bigint as billed_count,
               sum(drugs_billed)::numeric as drugs_billed, sum(paid)::numeric as paid, sum(paid_count)::bigint as paid_count,
               sum(reversed)::numeric as reversed, sum(reversed_count)::bigint as reversed_count
          from ${billingDays(moment)} billing_day
         where day >= ${`${months[0] ?? ''}-01`}::date and ${coeId === undefined ? sql`true` : sql`coe_id = ${coeId}`}
         group by 1`.execute(db),
      )
      const known = new Map(rows.map((row) => [row.month, row]))
      return {
        data: months.map((month) => {
          const row = known.get(month)
          return {
            month,
            billed: nairaText(row?.billed ?? 0),
            billed_count: row?.billed_count ?? 0,
            drugs_billed: nairaText(row?.drugs_billed ?? 0),
            paid: nairaText(row?.paid ?? 0),
            paid_count: row?.paid_count ?? 0,
            reversed: nairaText(row?.reversed ?? 0),
            reversed_count: row?.reversed_count ?? 0,
          }
        }),
      }
    },
  })

  app.route({
    method: 'GET',
    url: '/api/analytics/stages',
    config: { ...config, shows: STAGES_FROM },
    schema: {
      tags: ['Analytics'],
      summary: 'Money by stage of the payment chain',
      querystring: AnalyticsQuery,
      response: { 200: StageTotals },
    },
    handler: async (request) => {
      const { coe, ...asOf } = request.query
      const coeId = reachedHospital(request.reach(), coe)
      const { rows } = await readAsOf(app.context, asOf, STAGES_FROM, (db, moment) =>
        sql<StageRow>`
        select stage, sum(transactions)::bigint as transactions, sum(total)::numeric as total
          from ${stageTotals(moment)} stage_total where ${coeId === undefined ? sql`true` : sql`coe_id = ${coeId}`}
         group by stage`.execute(db),
      )
      return {
        data: STAGES.map(({ state, status }) => {
          const row = rows.find(({ stage }) => stage === state)
          return { stage: status, transactions: row?.transactions ?? 0, total: nairaText(row?.total ?? 0) }
        }),
      }
    },
  })
}
