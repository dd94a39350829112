import { sql } from 'kysely'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { allocationOf, payableTo } from '#domain/kernel/accounts.ts'
import type { KoboSum } from '#domain/kernel/money.ts'
import type { Position } from '#commands/log/event-log.ts'
import { account, accountKind } from '#projections/money/account/account.ts'
import { asOfTable } from '#projections/as-of.ts'
import { billingDays } from '#projections/money/billing-day/billing-days.ts'
import { coe as coeModel } from '#projections/catalogue/coe/coe.ts'
import { patientPlace } from '#projections/care/patient/patient-place.ts'
import { hospitalStaff } from '#projections/people/user-account/hospital-staff.ts'
import { AnalyticsQuery, HospitalAnalytics } from '#api/money/contracts/analytics.ts'
import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { asOfPosition, dayOf } from '#api/report/as-of.ts'
import { monthsBack } from './months.ts'
import { atOneMoment } from './one-moment.ts'
import { reachedHospital } from '#api/money/reached-hospital.ts'

const MODELS = [
  'account',
  'account_kind',
  'billing_day',
  'coe',
  'hospital_staff',
  'log_clock',
  'patient_place',
  'transaction',
] as const

type Figures = {
  readonly allocation: number
  readonly payable: number
  readonly billed: KoboSum
  readonly billed_count: number
  readonly this_month: KoboSum
  readonly last_month: KoboSum
  readonly paid: KoboSum
  readonly patients: number
  readonly staff: number
}

/** GET /api/coes/analytics (E076): the figures of a hospital, from the money model and the rollup of days. */
export const hospitalAnalytics: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/coes/analytics',
    config: { permission: 'VIEW_COE_ANALYTICS', scope: 'reach', shows: MODELS },
    schema: {
      tags: ['Analytics'],
      summary: 'A hospital in figures',
      querystring: AnalyticsQuery,
      response: { 200: HospitalAnalytics },
    },
    handler: async (request) => {
      const { coe, ...moment } = request.query
      const coeId = reachedHospital(request.reach(), coe)
      const asOf = await asOfPosition(app.context, moment, MODELS)
      return { data: await figuresOf(app.context, coeId, asOf, await dayOf(app.context, moment)) }
    },
  })
}

async function figuresOf({ db }: AppContext, coeId: string | undefined, asOf: Position | undefined, day: string) {
  const [lastMonth = '', thisMonth = ''] = monthsBack(day, 2)
  const own = (column: string) => (coeId === undefined ? sql`true` : sql`${sql.ref(column)} = ${coeId}`)
  const balance = (kind: string, accountOf: (coeId: string) => string) =>
    coeId === undefined
      ? sql`coalesce((select balance from ${asOfTable(accountKind, asOf)} k where kind = ${kind}), 0)`
      : sql`coalesce((select balance from ${asOfTable(account, asOf)} a where account = ${accountOf(coeId)}), 0)`
  const inMonth = (month: string) => sql`coalesce(sum(billed) filter (where to_char(day, 'YYYY-MM') = ${month}), 0)`
  return atOneMoment(db, async (moment) => {
    const coe =
      coeId === undefined
        ? null
        : await moment
            .selectFrom(asOfTable(coeModel, asOf).as('coe'))
            .select(['id', 'name as coe_name'])
            .where('id', '=', coeId)
            .executeTakeFirst()
    if (coe === undefined) throw notFound('Hospital')
    const { rows } = await sql<Figures>`
      select ${balance('allocation', allocationOf)}::bigint as allocation,
             ${balance('payable', payableTo)}::bigint as payable,
             coalesce(sum(billed), 0)::numeric as billed, coalesce(sum(billed_count), 0)::bigint as billed_count,
             ${inMonth(thisMonth)}::numeric as this_month, ${inMonth(lastMonth)}::numeric as last_month,
             coalesce(sum(paid), 0)::numeric as paid,
             (select count(*) from ${asOfTable(patientPlace, asOf)} p where ${own('p.coe_id')})::bigint as patients,
             (select count(*) from ${asOfTable(hospitalStaff, asOf)} s
               where s.status = 'active' and ${own('s.coe_id')})::bigint as staff
        from ${billingDays(asOf)} billing_day where ${own('billing_day.coe_id')}`.execute(moment)
    const [figures] = rows
    if (figures === undefined) throw new Error('The figures of a hospital are always one row')
    return {
      coe,
      allocation_balance: nairaText(figures.allocation),
      hospital_billing_volume: nairaText(figures.billed),
      current_month_volume: nairaText(figures.this_month),
      last_month_volume: nairaText(figures.last_month),
      paid_volume: nairaText(figures.paid),
      payable_balance: nairaText(figures.payable),
      patients_count: figures.patients,
      transactions_count: figures.billed_count,
      staff_count: figures.staff,
    }
  })
}
