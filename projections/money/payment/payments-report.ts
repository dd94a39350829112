import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#commands/log/event-log.ts'
import { namesOf, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { asOfTable } from '#projections/as-of.ts'
import { column, inPeriod, type Report } from '#projections/report/report.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { staffNames } from '#projections/people/user-account/staff-names.ts'
import { payment } from './payment.ts'

/** Which payments. Days are Lagos days of initiation (YYYY-MM-DD), both included. */
export type PaymentFilter = {
  readonly id?: string | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly coeId?: string | undefined
  /** Of the transaction that is least far. */
  readonly status?: string | undefined
}

/** Who took a step has a name of their own: each needs a join. */
const aliasOf = (by: string): string => `${by}_name`
const nameJoin = (by: string, asOf: Position | undefined): RawBuilder<unknown> =>
  sql`left join ${staffNames(asOf)} ${sql.id(aliasOf(by))} on ${sql.ref(`${aliasOf(by)}.id`)} = ${sql.ref(`p.${by}`)}`

/** Payments per hospital: what was initiated together, who acted, and where it stands (spec, E104 and S074). */
export const paymentsReport: Report<PaymentFilter> = {
  name: 'payments',
  models: ['payment', 'coe', 'staff_name'],
  key: sql`p.id`,
  defaultSort: { column: 'initiated_at', descending: true },
  columns: [
    column('id', 'Id', 'code', sql`p.id`, { screenOnly: true }),
    column('coe_id', 'Hospital id', 'code', sql`p.coe_id`, { screenOnly: true }),
    column('coe_name', 'Hospital', 'text', sql`c.name`),
    column('status', 'Status', 'code', sql`p.status`),
    column('period_start', 'From', 'day', sql`p.period_start`),
    column('period_end', 'To', 'day', sql`p.period_end`),
    column('transactions', 'Transactions', 'count', sql`p.transactions`, { total: true }),
    column('total', 'Total', 'naira', sql`p.total`, { sortable: true, total: true }),
    column('paid', 'Paid', 'count', sql`p.paid`, { total: true }),
    column('paid_total', 'Paid total', 'naira', sql`p.paid_total`, { total: true }),
    column('returned', 'Returned', 'count', sql`p.returned`, { total: true }),
    column('returned_total', 'Returned total', 'naira', sql`p.returned_total`, { total: true }),
    ...PAYMENT_CHAIN.links.flatMap((link, index) => {
      const { at, by } = namesOf(link)
      const { done } = link.words
      return [
        // Every payment has been initiated, so that alone can be sorted by.
        column(at, done, 'instant', sql.ref(`p.${at}`), { sortable: index === 0 }),
        column(by, `${done} by`, 'text', sql`nullif(${sql.ref(`${aliasOf(by)}.name`)}, '')`),
      ]
    }),
  ],
  from: (asOf) => sql`
    ${asOfTable(payment, asOf)} p
    left join ${asOfTable(coe, asOf)} c on c.id = p.coe_id
    ${sql.join(
      PAYMENT_CHAIN.links.map((link) => nameJoin(namesOf(link).by, asOf)),
      sql` `,
    )}`,
  where: ({ id, startDate, endDate, coeId, status }) => {
    const conditions = [...inPeriod(sql`p.initiated_at`, { startDate, endDate })]
    if (id !== undefined) conditions.push(sql`p.id = ${id}`)
    if (coeId !== undefined) conditions.push(sql`p.coe_id = ${coeId}`)
    if (status !== undefined) conditions.push(sql`p.status = ${status}`)
    return conditions
  },
}
