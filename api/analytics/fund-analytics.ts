import { sql } from 'kysely'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { POOL } from '../../domain/kernel/accounts.ts'
import { AILMENTS } from '../../domain/reference/ailments.ts'
import { GEOPOLITICAL_ZONES, STATES } from '../../domain/reference/zones.ts'
import { FundAnalytics } from '../contracts/analytics.ts'
import type { AppContext } from '../context.ts'
import { nairaText } from '../naira.ts'
import { atOneMoment } from './one-moment.ts'

type Totals = { readonly pool: number; readonly approved: number; readonly billed: number; readonly patients: number }
type CoeFigures = {
  readonly id: string
  readonly name: string
  readonly patients_count: number
  readonly billings_count: number
  readonly billed: number
}
type Group = { readonly id: string | null; readonly patients: number }

/** GET /api/analytics (E138): the fund as a whole, every figure of one moment. */
export const fundAnalytics: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/analytics',
    config: { permission: 'VIEW_CHF_REPORT', scope: 'all' },
    schema: { tags: ['Analytics'], summary: 'The fund in figures', response: { 200: FundAnalytics } },
    handler: async () => ({ data: await fundFigures(app.context) }),
  })
}

async function fundFigures({ db }: AppContext): Promise<FundAnalytics> {
  const { totals, coes, states, ailments } = await atOneMoment(db, async (moment) => ({
    totals: await sql<Totals>`
      select coalesce((select balance from account where account = ${POOL}), 0)::bigint as pool,
             coalesce((select credits from account_kind where kind = 'patient'), 0)::bigint as approved,
             (select coalesce(sum(billed), 0) from billing_day)::bigint as billed,
             (select count(*) from patient)::bigint as patients`.execute(moment),
    coes: await sql<CoeFigures>`
      select c.id, c.name, (select count(*) from patient p where p.coe_id = c.id)::bigint as patients_count,
             coalesce(sum(b.billed_count), 0)::bigint as billings_count, coalesce(sum(b.billed), 0)::bigint as billed
        from coe c left join billing_day b on b.coe_id = c.id
       group by c.id, c.name order by c.name, c.id`.execute(moment),
    states: await sql<Group>`select state_id as id, count(*)::bigint as patients from patient group by 1`.execute(
      moment,
    ),
    ailments: await sql<Group>`select ailment_id as id, count(*)::bigint as patients from patient group by 1`.execute(
      moment,
    ),
  }))
  const [figures] = totals.rows
  if (figures === undefined) throw new Error('The figures of the fund are always one row')
  const inState = (id: number) => states.rows.find((group) => group.id === String(id))?.patients ?? 0
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
      patients_count: ailments.rows.find((group) => group.id === String(id))?.patients ?? 0,
    })),
    coes: coes.rows.map(({ billed, ...coe }) => ({ ...coe, billed: nairaText(billed) })),
    patients_count: figures.patients,
    pool_account_balance: nairaText(figures.pool),
    total_approved_fund: nairaText(figures.approved),
    utilized_funds: nairaText(figures.billed),
  }
}
