import { hasWords } from '#projections/folded-search.ts'
import { sql } from 'kysely'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { patientPlace } from '#projections/care/patient/patient-place.ts'
import { columnsOf, inPeriod, type Report } from '#projections/report/report.ts'
import { staffNames } from '#projections/people/user-account/staff-names.ts'
import { FUNDING_FIELDS } from './fields.ts'
import { isToConfirm, type MayConfirm } from './funding-notices.ts'
import { funding, type FundingRow } from './funding.ts'

/** Which movements of funds. Days are Lagos days (YYYY-MM-DD), both included. */
export type FundingFilter = {
  readonly id?: string | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly kind?: string | undefined
  readonly status?: string | undefined
  readonly coeId?: string | undefined
  /** What somebody may confirm as the second person. */
  readonly readyFor?: { readonly by: string; readonly kinds: MayConfirm } | undefined
  /** A CHF id, or part of a benefactor's name. */
  readonly search?: string | undefined
}

const movedAs = (...kinds: readonly FundingRow['kind'][]) =>
  sql`case when f.status = 'completed' and f.kind in (${sql.join(kinds)}) then f.amount else 0 end`

/** Pool credits, allocations and money into wallets: the history on the pool and allocation screen. */
export const fundingsReport: Report<FundingFilter> = {
  name: 'movements-of-funds',
  models: ['funding', 'patient_place', 'coe', 'staff_name'],
  key: sql`f.id`,
  // What waits for a second person is a queue: the oldest first.
  defaultSort: ({ status }) => ({ column: 'at', descending: status !== 'proposed' }),
  columns: columnsOf(FUNDING_FIELDS, {
    id: sql`f.id`,
    at: sql`f.at`,
    kind: sql`f.kind`,
    status: sql`f.status`,
    amount: sql`f.amount`,
    moved: movedAs('pool credit', 'allocation', 'patient funding'),
    into_pool: movedAs('pool credit'),
    to_hospitals: movedAs('allocation'),
    to_patients: movedAs('patient funding'),
    benefactor: sql`f.benefactor`,
    coe_name: sql`c.name`,
    chf_id: sql`p.chf_id`,
    by: sql`coalesce(u.name, '')`,
    second_person: sql`case when f.decision in ('confirmed', 'declined') then coalesce(s.name, '') end`,
    decided_at: sql`f.decided_at`,
  }),
  from: (moment) => sql`
    ${moment.rowsOf(funding)} f
    left join ${moment.rowsOf(patientPlace)} p on p.id = f.patient_id
    left join ${moment.rowsOf(coe)} c on c.id = f.coe_id
    left join ${staffNames(moment)} u on u.id = f.by
    left join ${staffNames(moment)} s on s.id = f.decided_by`,
  where: ({ id, startDate, endDate, kind, status, coeId, readyFor, search }) => {
    const conditions = [...inPeriod(sql`f.at`, { startDate, endDate })]
    if (id !== undefined) conditions.push(sql`f.id = ${id}`)
    if (kind !== undefined) conditions.push(sql`f.kind = ${kind}`)
    if (status !== undefined) conditions.push(sql`f.status = ${status}`)
    if (coeId !== undefined) conditions.push(sql`f.coe_id = ${coeId}`)
    if (readyFor !== undefined) conditions.push(isToConfirm(readyFor.by, readyFor.kinds))
    if (search !== undefined && search !== '')
      conditions.push(sql`(p.chf_id = ${search.toUpperCase()} or ${hasWords(sql`f.benefactor_key`, search)})`)
    return conditions
  },
}
