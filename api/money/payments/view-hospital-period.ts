import { sql } from 'kysely'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type KoboSum, NO_FLOW, sumOfFlows } from '#domain/kernel/money.ts'
import { text } from '#domain/kernel/text.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { dailyMoves, MOVES_FROM } from '#projections/money/hospital-period/daily-moves.ts'
import { openDisputes } from '#projections/money/hospital-period/open-disputes.ts'
import { hospitalNamed } from '#api/catalogue/coes/hospital-named.ts'
import { HospitalPeriod, HospitalPeriodQuery } from '#api/money/contracts/hospital-period.ts'
import { nairaText } from '#api/naira.ts'
import { readAsOf } from '#api/report/read-as-of.ts'
import { reachedHospital } from '#api/reached-hospital.ts'
import { PAYMENT_READERS } from './payments-readers.ts'

const SHOWS = [...MOVES_FROM, 'dispute', 'coe'] as const

type Amount = 'billed' | 'paid' | 'reversed' | 'initiated' | 'returned'
/** Of all months before the period `month` is null. */
type MonthRow = { readonly month: string | null } & { readonly [K in Amount]: KoboSum } & {
  readonly [K in `${Amount}_count`]: number
}

type Held = { readonly disputed: KoboSum; readonly disputed_count: number }

/** GET /api/report/payments/hospitals/{id}: a hospital's period by month, out of the same moves as the list. */
export const viewHospitalPeriod: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/report/payments/hospitals/:id',
    config: { permission: PAYMENT_READERS, scope: 'reach', shows: SHOWS },
    schema: {
      tags: ['Payment'],
      summary: "A hospital's period by month",
      params: z.object({ id: text(60).min(1) }),
      querystring: HospitalPeriodQuery,
      response: { 200: HospitalPeriod },
    },
    handler: async (request) => {
      const { start_date: startDate, end_date: endDate, ...asOf } = request.query
      const coeId = reachedHospital(request.reach(), request.params.id) ?? request.params.id
      await hospitalNamed(app.context, coeId)
      const { name, months, held } = await readAsOf(app.context, asOf, SHOWS, async (db, moment) => {
        const named = sql<{ name: string }>`select name from ${moment.rowsOf(coe)} c where id = ${coeId}`
        const { rows } = await sql<MonthRow>`
          select case when is_before then null else to_char(day, 'YYYY-MM') end as month,
                 sum(billed)::numeric as billed, sum(billed_count)::bigint as billed_count,
                 sum(paid)::numeric as paid, sum(paid_count)::bigint as paid_count,
                 sum(reversed)::numeric as reversed, sum(reversed_count)::bigint as reversed_count,
                 sum(initiated)::numeric as initiated, sum(initiated_count)::bigint as initiated_count,
                 sum(returned)::numeric as returned, sum(returned_count)::bigint as returned_count
            from ${dailyMoves(moment, { startDate, endDate })} m where coe_id = ${coeId}
           group by 1 order by 1 nulls first`.execute(db)
        // Of a moment before it was there it has no name, and nothing else either.
        const disputes = sql<Held>`
          select disputed, disputed_count from ${openDisputes(moment)} h where coe_id = ${coeId}`
        const [held] = (await disputes.execute(db)).rows
        return { name: (await named.execute(db)).rows[0]?.name ?? '', months: rows, held }
      })
      return { data: { coe_id: coeId, coe_name: name, ...summed(months), ...heldUp(held) } }
    },
  })
}

/** What open disputes hold up. */
const heldUp = (held: Held | undefined) => ({
  disputed: nairaText(held?.disputed ?? NO_FLOW),
  disputed_count: held?.disputed_count ?? 0,
})

/** Every month goes on where the one before it ended. */
function summed(rows: readonly MonthRow[]) {
  const of = (some: readonly MonthRow[], name: Amount) => sumOfFlows(some.map((row) => row[name]))
  const owed = (some: readonly MonthRow[]) => of(some, 'billed') - of(some, 'paid') - of(some, 'reversed')
  const months = rows.filter(({ month }) => month !== null)
  const before = rows.filter(({ month }) => month === null)
  const amounts = (some: readonly MonthRow[]) => ({
    billed: nairaText(of(some, 'billed')),
    paid: nairaText(of(some, 'paid')),
    reversed: nairaText(of(some, 'reversed')),
    initiated: nairaText(of(some, 'initiated')),
    returned: nairaText(of(some, 'returned')),
  })
  const count = (name: `${Amount}_count`) => months.reduce((all, row) => all + row[name], 0)
  return {
    ...amounts(months),
    to_pay_before: nairaText(owed(before)),
    to_pay: nairaText(owed(rows)),
    billed_count: count('billed_count'),
    paid_count: count('paid_count'),
    reversed_count: count('reversed_count'),
    initiated_count: count('initiated_count'),
    returned_count: count('returned_count'),
    months: months.map((row, index) => ({
      month: row.month ?? '',
      ...amounts([row]),
      to_pay: nairaText(owed([...before, ...months.slice(0, index + 1)])),
    })),
  }
}
