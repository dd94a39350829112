import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { POOL } from '#domain/kernel/accounts.ts'
import type { KoboSum } from '#domain/kernel/money.ts'
import type { Database } from '#projections/read-models.ts'
import { AILMENTS } from '#domain/catalogue/reference/ailments.ts'
import { GEOPOLITICAL_ZONES, STATES } from '#domain/catalogue/reference/zones.ts'
import { FundAnalytics } from '#api/money/contracts/analytics.ts'
import type { Moment } from '#projections/moment.ts'
import { account, accountKind } from '#projections/money/account/account.ts'
import { billingDays } from '#projections/money/billing-day/billing-days.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { patientAilments } from '#projections/care/patient/patient-ailments.ts'
import { patientPlace } from '#projections/care/patient/patient-place.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import { nairaText } from '#api/naira.ts'
import { readAsOf } from '#api/report/read-as-of.ts'

const MODELS = ['account', 'account_kind', 'billing_day', 'coe', 'patient', 'patient_place', 'transaction'] as const

type Totals = { readonly pool: number; readonly approved: KoboSum; readonly used: KoboSum; readonly patients: number }
type CoeFigures = {
  readonly id: string
  readonly name: string
  readonly patients_count: number
  readonly billings_count: number
  readonly billed: KoboSum
  readonly reversed: KoboSum
}
type Group = { readonly id: string | null; readonly patients: number }

/** GET /api/analytics (E138): the fund as a whole, every figure of one moment. */
export const fundAnalytics: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/analytics',
    config: { permission: 'VIEW_CHF_REPORT', scope: 'all', shows: MODELS },
    schema: {
      tags: ['Analytics'],
      summary: 'The fund in figures',
      querystring: AsOfQuery,
      response: { 200: FundAnalytics },
    },
    handler: async (request) => {
      return { data: await readAsOf(app.context, request.query, MODELS, fundFigures) }
    },
  })
}

async function fundFigures(db: Kysely<Database>, moment: Moment): Promise<FundAnalytics> {
  // What is taken from what hospitals are owed and not paid out has gone back to wallets.
  const ofKind = (kind: string, column: 'credits' | 'debits') =>
    sql`coalesce((select ${sql.ref(column)} from ${moment.rowsOf(accountKind)} k where kind = ${kind}), 0)`
  const totals = await sql<Totals>`
      select coalesce((select balance from ${moment.rowsOf(account)} a where account = ${POOL}), 0)::bigint as pool,
             (${ofKind('patient', 'credits')} - (${ofKind('payable', 'debits')} - (select coalesce(sum(paid), 0)
               from ${billingDays(moment)} d)))::numeric as approved,
             (select coalesce(sum(billed - reversed), 0) from ${billingDays(moment)} b)::numeric as used,
             (select count(*) from ${moment.rowsOf(patientPlace)} p)::bigint as patients`.execute(db)
  const coes = await sql<CoeFigures>`
      select c.id, c.name, (select count(*) from ${moment.rowsOf(patientPlace)} p where p.coe_id = c.id)::bigint as patients_count,
             coalesce(sum(b.billed_count), 0)::bigint as billings_count, coalesce(sum(b.billed), 0)::numeric as billed,
             coalesce(sum(b.reversed), 0)::numeric as reversed
        from ${moment.rowsOf(coe)} c left join ${billingDays(moment)} b on b.coe_id = c.id
       group by c.id, c.name, c.name_key order by c.name_key, c.id`.execute(db)
  const states = await patientsBy(db, sql`state_id`, moment.rowsOf(patientPlace))
  const ailments = await patientsBy(db, sql`ailment_id`, patientAilments(moment))
  const [figures] = totals.rows
  if (figures === undefined) throw new Error('The figures of the fund are always one row')
  const inState = (id: number) => states.find((group) => group.id === String(id))?.patients ?? 0
  return {
    geopolitical_zones: GEOPOLITICAL_ZONES.map(({ id, geopolitical_zone: name, states: within }) => ({
      id: String(id),
      name,
      patients_count: within.reduce((sum, state) => sum + inState(state.id), 0),
    })),
    states: STATES.map(({ id, state: name }) => ({ id: String(id), name, patients_count: inState(id) })),
    ailments: AILMENTS.map(({ id, ailment_type: name }) => ({
      id: String(id),
      name,
      patients_count: ailments.find((group) => group.id === String(id))?.patients ?? 0,
    })),
    coes: coes.rows.map(({ billed, reversed, ...figure }) => ({
      ...figure,
      billed: nairaText(billed),
      reversed: nairaText(reversed),
    })),
    patients_count: figures.patients,
    pool_account_balance: nairaText(figures.pool),
    total_approved_fund: nairaText(figures.approved),
    utilized_funds: nairaText(figures.used),
  }
}

async function patientsBy(
  db: Kysely<Database>,
  group: RawBuilder<unknown>,
  patients: RawBuilder<unknown>,
): Promise<readonly Group[]> {
  const counts = sql<Group>`select ${group} as id, count(*)::bigint as patients from ${patients} p group by 1`
  return (await counts.execute(db)).rows
}
