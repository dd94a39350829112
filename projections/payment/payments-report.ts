import { type RawBuilder, sql } from 'kysely'
import { asOfTable } from '../as-of.ts'
import { column, inPeriod, type Report } from '../report/report.ts'
import { coe } from '../coe/coe.ts'
import { staffNames } from '../user-account/staff-names.ts'
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

/** The name of who took a step; each needs a join of its own. */
const name = (alias: string): RawBuilder<unknown> => sql`nullif(${sql.ref(`${alias}.name`)}, '')`

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
    column('initiated_at', 'Initiated', 'instant', sql`p.initiated_at`, { sortable: true }),
    column('initiated_by', 'Initiated by', 'text', name('ui')),
    column('recommended_at', 'Recommended', 'instant', sql`p.recommended_at`),
    column('recommended_by', 'Recommended by', 'text', name('ur')),
    column('approved_at', 'Approved', 'instant', sql`p.approved_at`),
    column('approved_by', 'Approved by', 'text', name('ua')),
    column('dfa_at', 'DFA approved', 'instant', sql`p.dfa_at`),
    column('dfa_by', 'DFA approved by', 'text', name('ud')),
    column('permsec_at', 'Permanent Secretary approved', 'instant', sql`p.permsec_at`),
    column('permsec_by', 'Permanent Secretary', 'text', name('up')),
  ],
  from: (asOf) => sql`
    ${asOfTable(payment, asOf)} p
    left join ${asOfTable(coe, asOf)} c on c.id = p.coe_id
    left join ${staffNames(asOf)} ui on ui.id = p.initiated_by
    left join ${staffNames(asOf)} ur on ur.id = p.recommended_by
    left join ${staffNames(asOf)} ua on ua.id = p.approved_by
    left join ${staffNames(asOf)} ud on ud.id = p.dfa_by
    left join ${staffNames(asOf)} up on up.id = p.permsec_by`,
  where: ({ id, startDate, endDate, coeId, status }) => {
    const conditions = [...inPeriod(sql`p.initiated_at`, { startDate, endDate })]
    if (id !== undefined) conditions.push(sql`p.id = ${id}`)
    if (coeId !== undefined) conditions.push(sql`p.coe_id = ${coeId}`)
    if (status !== undefined) conditions.push(sql`p.status = ${status}`)
    return conditions
  },
}
