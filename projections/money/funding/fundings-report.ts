import { sql } from 'kysely'
import { asOfTable } from '#projections/as-of.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { patientPlace } from '#projections/care/patient/patient-place.ts'
import { column, inPeriod, type Report } from '#projections/report/report.ts'
import { staffNames } from '#projections/people/user-account/staff-names.ts'
import { funding } from './funding.ts'

/** Which movements of funds. Days are Lagos days (YYYY-MM-DD), both included. */
export type FundingFilter = {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly kind?: string | undefined
  readonly status?: string | undefined
  readonly coeId?: string | undefined
  /** A CHF id, or part of a benefactor's name. */
  readonly search?: string | undefined
}

/** Pool credits, allocations and money into wallets: the history on the pool and allocation screen. */
export const fundingsReport: Report<FundingFilter> = {
  name: 'movements-of-funds',
  models: ['funding', 'patient_place', 'coe', 'staff_name'],
  key: sql`f.id`,
  defaultSort: { column: 'at', descending: true },
  columns: [
    column('id', 'Id', 'code', sql`f.id`, { screenOnly: true }),
    column('at', 'Date', 'instant', sql`f.at`, { sortable: true }),
    column('kind', 'Kind', 'code', sql`f.kind`),
    column('status', 'Status', 'code', sql`f.status`),
    column('amount', 'Amount', 'naira', sql`f.amount`),
    column('moved', 'Moved', 'naira', sql`case when f.status = 'completed' then f.amount else 0 end`, { total: true }),
    column('benefactor', 'Benefactor', 'text', sql`f.benefactor`),
    column('coe_name', 'Centre name', 'text', sql`c.name`),
    column('chf_id', 'Patient CHF ID', 'code', sql`p.chf_id`),
    column('by', 'By', 'text', sql`coalesce(u.name, '')`),
  ],
  from: (asOf) => sql`
    ${asOfTable(funding, asOf)} f
    left join ${asOfTable(patientPlace, asOf)} p on p.id = f.patient_id
    left join ${asOfTable(coe, asOf)} c on c.id = f.coe_id
    left join ${staffNames(asOf)} u on u.id = f.by`,
  where: ({ startDate, endDate, kind, status, coeId, search }) => {
    const conditions = [...inPeriod(sql`f.at`, { startDate, endDate })]
    if (kind !== undefined) conditions.push(sql`f.kind = ${kind}`)
    if (status !== undefined) conditions.push(sql`f.status = ${status}`)
    if (coeId !== undefined) conditions.push(sql`f.coe_id = ${coeId}`)
    if (search !== undefined && search !== '')
      conditions.push(
        sql`(p.chf_id = ${search.toUpperCase()} or position(${search.toLowerCase()} in lower(f.benefactor)) > 0)`,
      )
    return conditions
  },
}
