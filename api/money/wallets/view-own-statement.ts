import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type RawBuilder, sql } from 'kysely'
import { walletOf } from '#domain/kernel/accounts.ts'
import { startOfLagosDay } from '#domain/kernel/dates.ts'
import type { KoboSum } from '#domain/kernel/money.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { posting } from '#projections/money/posting/posting.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { allOf, inPeriod } from '#projections/report/report.ts'
import { OwnStatement, StatementQuery } from '#api/money/contracts/wallet.ts'
import { notFound } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { readAsOf } from '#api/report/read-as-of.ts'
import { HOSPITAL_FROM, ownHospital } from './own-hospital.ts'

/** So many movements at once, the newest: more than a patient of two years has. */
const MOST = 1_000
const MODELS = ['posting', 'transaction', ...HOSPITAL_FROM] as const

type Line = {
  readonly at: string
  readonly amount: number
  readonly counter_kind: string
  readonly coe_name: string | null
  readonly bill_id: string | null
  readonly bill: string | null
  readonly is_disputed: boolean
}

/** GET /api/wallet/statement: a patient's own wallet over a period. */
export const viewOwnStatement: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/wallet/statement',
    config: { permission: 'APPLY_FUND', scope: 'own', shows: MODELS },
    schema: {
      tags: ['Funds'],
      summary: "A statement of the caller's own wallet",
      querystring: StatementQuery,
      response: { 200: OwnStatement },
    },
    handler: async (request) => {
      const { patient } = request.actor()
      if (patient === null) throw notFound('Wallet')
      const { start_date: startDate, end_date: endDate } = request.query
      const own = sql`p.account = ${walletOf(patient.id)}`
      const inIt = allOf([own, ...inPeriod(sql`p.at`, { startDate, endDate })])
      const { before, lines, hospital } = await readAsOf(app.context, request.query, MODELS, async (db, moment) => {
        const sum = async (condition: RawBuilder<unknown>) => {
          const { rows } = await sql<{ sum: KoboSum }>`
            select coalesce(sum(amount), 0)::numeric as sum from ${moment.rowsOf(posting)} p where ${condition}`.execute(
            db,
          )
          return BigInt(rows[0]?.sum ?? 0)
        }
        const started = startDate === undefined ? sql`false` : sql`p.at < ${startOfLagosDay(startDate)}::timestamptz`
        const { rows } = await sql<Line>`
          select p.at, p.amount, split_part(p.counter_account, ':', 1) as counter_kind, c.name as coe_name,
                 t.id as bill_id, t.reference as bill, t.dispute_id is not null as is_disputed
            from ${moment.rowsOf(posting)} p
            left join ${moment.rowsOf(coe)} c on c.id = split_part(p.counter_account, ':', 2)
            left join ${moment.rowsOf(transaction)} t
              on p.transfer_id like 'transaction:%' and t.id = split_part(p.transfer_id, ':', 2)
           where ${inIt}
           order by p.at desc, p.position desc, p.line desc limit ${MOST + 1}`.execute(db)
        return {
          before: [await sum(allOf([own, started])), await sum(inIt)] as const,
          lines: rows,
          hospital: await ownHospital(db, moment, patient.id),
        }
      })
      return { data: { ...statement(before, lines), hospital } }
    },
  })
}

/** Of the newest movements first; where there are more than fit, the statement opens with what they came to. */
function statement(
  [before, within]: readonly [bigint, bigint],
  newest: readonly Line[],
): Omit<OwnStatement, 'hospital'> {
  const lines = newest.slice(0, MOST).toReversed()
  const shown = lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const opening = before + within - shown
  let balance = opening
  const movements = lines.map(
    ({ at, amount, counter_kind: counter, coe_name, bill_id, bill, is_disputed: isDisputed }) => {
      balance += BigInt(amount)
      const isIn = amount > 0
      return {
        at,
        what: whatMoved(counter, isIn, bill, isDisputed),
        coe_name: counter === 'payable' ? coe_name : null,
        bill_id,
        received: isIn ? nairaText(amount) : null,
        paid: isIn ? null : nairaText(-amount),
        balance: nairaText(balance),
      }
    },
  )
  const sumOf = (isIn: boolean) =>
    lines.reduce((sum, { amount }) => (amount > 0 === isIn ? sum + BigInt(amount) : sum), 0n)
  return {
    opening: nairaText(opening),
    received: nairaText(sumOf(true)),
    paid: nairaText(-sumOf(false)),
    closing: nairaText(before + within),
    movements,
    is_cut: newest.length > MOST,
  }
}

/** Bills go to what a hospital is owed; all else is the fund's. */
function whatMoved(counter: string, isIn: boolean, bill: string | null, isDisputed: boolean): string {
  if (counter !== 'payable') return isIn ? 'Paid in by the fund' : 'Taken back by the fund'
  const number = bill ?? 'of the hospital'
  if (isIn) return `Bill ${number}, money returned`
  // In the words of the patient's own pages: a dispute is between the hospital and the ministry.
  return isDisputed ? `Bill ${number}, under review` : `Bill ${number}`
}
