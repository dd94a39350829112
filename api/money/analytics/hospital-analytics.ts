import { type Kysely, sql } from 'kysely'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { allocationOf, payableTo } from '#domain/kernel/accounts.ts'
import type { KoboSum } from '#domain/kernel/money.ts'
import { account, accountKind } from '#projections/money/account/account.ts'
import { billingDays } from '#projections/money/billing-day/billing-days.ts'
import { coe as coeModel } from '#projections/catalogue/coe/coe.ts'
import type { Moment } from '#projections/moment.ts'
import type { Database } from '#projections/read-models.ts'
import { patientPlace } from '#projections/care/patient/patient-place.ts'
import { hospitalStaff } from '#projections/people/user-account/hospital-staff.ts'
import { AnalyticsQuery, HospitalAnalytics } from '#api/money/contracts/analytics.ts'
import { notFound } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { dayOf } from '#api/report/as-of.ts'
import { readAsOf } from '#api/report/read-as-of.ts'
import { monthsBack } from './months.ts'
import { reachedHospital } from '#api/reached-hospital.ts'

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
  readonly reversed: KoboSum
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
      const { coe, ...asOf } = request.query
      const coeId = reachedHospital(request.reach(), coe)
      const day = await dayOf(app.context, asOf)
      return { data: await readAsOf(app.context, asOf, MODELS, (db, moment) => figuresOf(db, moment, coeId, day)) }
    },
  })
}

async function figuresOf(db: Kysely<Database>, moment: Moment, coeId: string | undefined, day: string) {
  const [lastMonth = '', thisMonth = ''] = monthsBack(day, 2)
  const own = (column: string) => (coeId === undefined ? sql`true` : sql`${sql.ref(column)} = ${coeId}`)
  const balance = (kind: string, accountOf: (coeId: string) => string) =>
    coeId === undefined
      ? sql`coalesce((select balance from ${moment.rowsOf(accountKind)} k where kind = ${kind}), 0)`
      : sql`coalesce((select balance from ${moment.rowsOf(account)} a where account = ${accountOf(coeId)}), 0)`
  const inMonth = (month: string) => sql`coalesce(sum(billed) filter (where to_char(day, 'YYYY-MM') = ${month}), 0)`
  const coe =
    coeId === undefined
      ? null
      : await db
          .selectFrom(moment.rowsOf(coeModel).as('coe'))
          .select(['id', 'name as coe_name'])
          .where('id', '=', coeId)
          .executeTakeFirst()
  if (coe === undefined) throw notFound('Hospital')
  const { rows } = await sql<Figures>`
      select ${balance('allocation', allocationOf)}::bigint as allocation,
             ${balance('payable', payableTo)}::bigint as payable,
             coalesce(sum(billed), 0)::numeric as billed, coalesce(sum(billed_count), 0)::bigint as billed_count,
             ${inMonth(thisMonth)}::numeric as this_month, ${inMonth(lastMonth)}::numeric as last_month,
             coalesce(sum(paid), 0)::numeric as paid, coalesce(sum(reversed), 0)::numeric as reversed,
             (select count(*) from ${moment.rowsOf(patientPlace)} p where ${own('p.coe_id')})::bigint as patients,
             (select count(*) from ${moment.rowsOf(hospitalStaff)} s
               where s.status = 'active' and ${own('s.coe_id')})::bigint as staff
        from ${billingDays(moment)} billing_day where ${own('billing_day.coe_id')}`.execute(db)
  const [figures] = rows
  if (figures === undefined) throw new Error('The figures of a hospital are always one row')
  return {
    coe,
    allocation_balance: nairaText(figures.allocation),
    hospital_billing_volume: nairaText(figures.billed),
    current_month_volume: nairaText(figures.this_month),
    last_month_volume: nairaText(figures.last_month),
    paid_volume: nairaText(figures.paid),
    reversed_volume: nairaText(figures.reversed),
    payable_balance: nairaText(figures.payable),
    patients_count: figures.patients,
    transactions_count: figures.billed_count,
    staff_count: figures.staff,
  }
}
