import { sql } from 'kysely'
import { namesOf, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { asOfTable } from '#projections/as-of.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { patientPlace } from '#projections/care/patient/patient-place.ts'
import { column, inPeriod, type Report } from '#projections/report/report.ts'
import { staffNames } from '#projections/people/user-account/staff-names.ts'
import { transaction } from './transaction.ts'

/** Which transactions: every condition that is there must hold. Days are Lagos days (YYYY-MM-DD), both included. */
export type TransactionFilter = {
  readonly id?: string | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly coeId?: string | undefined
  readonly isDrug?: boolean | undefined
  /** `billed` or a status of the chain. */
  readonly status?: string | undefined
  /** A transaction's reference or a patient's CHF id, whole. */
  readonly search?: string | undefined
  readonly patientId?: string | undefined
  readonly billerId?: string | undefined
  readonly paymentId?: string | undefined
}

/** Every transaction that is billed: the super administrator's grid, billing history, the consolidated summary. */
export const transactionsReport: Report<TransactionFilter> = {
  name: 'transactions',
  models: ['transaction', 'patient_place', 'coe', 'staff_name'],
  key: sql`t.id`,
  defaultSort: { column: 'created_at', descending: true },
  columns: [
    column('id', 'Id', 'code', sql`t.id`, { screenOnly: true }),
    column('transaction_id', 'Transaction ID', 'code', sql`t.reference`, { sortable: true }),
    column('chf_id', 'Patient CHF ID', 'code', sql`p.chf_id`),
    column('item', 'Drug or service', 'text', sql`t.item`),
    column('description', 'Description', 'text', sql`t.description`),
    column('manufacturer', 'Manufacturer', 'text', sql`t.manufacturer`),
    column('line_count', 'Lines', 'count', sql`t.line_count`),
    column('quantity', 'Quantity', 'count', sql`t.quantity`),
    column('total', 'Total', 'naira', sql`t.total`, { sortable: true, total: true }),
    column('coe_id', 'Centre id', 'code', sql`t.coe_id`, { screenOnly: true }),
    column('coe_name', 'Centre name', 'text', sql`c.name`),
    column('created_at', 'Date', 'instant', sql`t.billed_at`, { sortable: true }),
    column('biller', 'Biller', 'text', sql`coalesce(b.name, '')`),
    column('type', 'Type', 'code', sql`case when t.is_drug then 'Drug' else 'Hospital Service' end`),
    column('is_drug', 'Is drug', 'flag', sql`t.is_drug`, { screenOnly: true }),
    column('status', 'Status', 'code', sql`t.status`),
    column('payment_id', 'Payment id', 'code', sql`t.payment_id`, { screenOnly: true }),
    ...PAYMENT_CHAIN.links.map((link) => {
      const { on, at } = namesOf(link)
      return column(on, link.words.done, 'instant', sql.ref(`t.${at}`))
    }),
    column('coe_share', 'COE share', 'naira', sql`t.share_coe`, { total: true }),
    column('bank_share', 'Bank share', 'naira', sql`t.share_bank`, { total: true }),
    column('manufacturer_share', 'Manufacturer/distributor share', 'naira', sql`t.share_manufacturer`, { total: true }),
    column('emge_share', 'EMGE share', 'naira', sql`t.share_emge`, { total: true }),
    column('is_splitted', 'Split', 'flag', sql`t.is_splitted`),
  ],
  from: (asOf) => sql`
    ${asOfTable(transaction, asOf)} t
    left join ${asOfTable(patientPlace, asOf)} p on p.id = t.patient_id
    left join ${asOfTable(coe, asOf)} c on c.id = t.coe_id
    left join ${staffNames(asOf)} b on b.id = t.biller_id`,
  where: (filter, asOf) => {
    const conditions = [sql`t.billed_at is not null`, ...inPeriod(sql`t.billed_at`, filter)]
    const { search } = filter
    if (filter.id !== undefined) conditions.push(sql`t.id = ${filter.id}`)
    if (filter.coeId !== undefined) conditions.push(sql`t.coe_id = ${filter.coeId}`)
    if (filter.isDrug !== undefined) conditions.push(sql`t.is_drug = ${filter.isDrug}`)
    if (filter.status !== undefined) conditions.push(sql`t.status = ${filter.status}`)
    if (filter.patientId !== undefined) conditions.push(sql`t.patient_id = ${filter.patientId}`)
    if (filter.billerId !== undefined) conditions.push(sql`t.biller_id = ${filter.billerId}`)
    if (filter.paymentId !== undefined) conditions.push(sql`t.payment_id = ${filter.paymentId}`)
    if (search !== undefined) {
      const wanted = search.trim().toUpperCase()
      conditions.push(
        wanted.startsWith('TRX')
          ? sql`t.reference = ${wanted}`
          : sql`t.patient_id = (select id from ${asOfTable(patientPlace, asOf)} sought where chf_id = ${wanted})`,
      )
    }
    return conditions
  },
}
