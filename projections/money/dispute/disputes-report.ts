import { sql } from 'kysely'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { patientPlace } from '#projections/care/patient/patient-place.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { staffNames } from '#projections/people/user-account/staff-names.ts'
import { columnsOf, inPeriod, type Report } from '#projections/report/report.ts'
import { dispute } from './dispute.ts'
import { DISPUTE_FIELDS } from './fields.ts'
import { isUnreadBy, type Reader } from './unread.ts'

/** Which disputes; days are Lagos days (YYYY-MM-DD) of raising, both included. */
export type DisputeFilter = {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly status?: string | undefined
  readonly coeId?: string | undefined
  /** With messages that a reader who follows them has not read. */
  readonly unreadBy?: Reader | undefined
  /** A transaction's number or a patient's CHF id, whole. */
  readonly search?: string | undefined
}

/** Every dispute, newest first (spec, E130 to E132). */
export const disputesReport: Report<DisputeFilter> = {
  name: 'disputes',
  models: ['dispute', 'transaction', 'patient_place', 'coe', 'staff_name', 'dispute_comment'],
  key: sql`d.id`,
  // What is open is a queue: the oldest first.
  defaultSort: ({ status }) => ({ column: 'created_at', descending: status !== 'open' }),
  columns: columnsOf(DISPUTE_FIELDS, {
    id: sql`d.id`,
    bill_id: sql`d.transaction_id`,
    transaction_id: sql`coalesce(t.reference, '')`,
    chf_id: sql`p.chf_id`,
    status: sql`d.status`,
    coe_id: sql`d.coe_id`,
    coe_name: sql`c.name`,
    created_at: sql`d.raised_at`,
    raiser: sql`coalesce(r.name, '')`,
    coe_staff: sql`coalesce(b.name, '')`,
    total: sql`coalesce(t.total, 0)`,
    comments: sql`d.comments`,
    ended_at: sql`d.ended_at`,
    ended_by: sql`coalesce(e.name, '')`,
  }),
  from: (moment) => sql`
    ${moment.rowsOf(dispute)} d
    left join ${moment.rowsOf(transaction)} t on t.id = d.transaction_id
    left join ${moment.rowsOf(patientPlace)} p on p.id = d.patient_id
    left join ${moment.rowsOf(coe)} c on c.id = d.coe_id
    left join ${staffNames(moment)} r on r.id = d.raised_by
    left join ${staffNames(moment)} b on b.id = d.biller_id
    left join ${staffNames(moment)} e on e.id = d.ended_by`,
  where: ({ startDate, endDate, status, coeId, unreadBy, search }, moment) => {
    const conditions = [...inPeriod(sql`d.raised_at`, { startDate, endDate })]
    if (status !== undefined) conditions.push(sql`d.status = ${status}`)
    if (coeId !== undefined) conditions.push(sql`d.coe_id = ${coeId}`)
    if (unreadBy !== undefined) conditions.push(isUnreadBy(moment, unreadBy))
    if (search === undefined) return conditions
    const wanted = search.toUpperCase()
    conditions.push(
      wanted.startsWith('TRX')
        ? sql`t.reference = ${wanted}`
        : sql`d.patient_id = (select id from ${moment.rowsOf(patientPlace)} sought where chf_id = ${wanted})`,
    )
    return conditions
  },
}
