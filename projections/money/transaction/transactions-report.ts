import { type RawBuilder, sql } from 'kysely'
import { namesOf, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { DISPUTED } from '#domain/money/transaction/dispute-statuses.ts'
import { RETURNED_STATUSES } from '#domain/money/transaction/returned.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { patientPlace } from '#projections/care/patient/patient-place.ts'
import { isOverdue, type Overdue } from '#projections/money/step-time/late-bills.ts'
import { isWaiting, type Waiting } from '#projections/money/step-time/waiting-bills.ts'
import { columnsOf, inPeriod, type Report } from '#projections/report/report.ts'
import { staffNames } from '#projections/people/user-account/staff-names.ts'
import { TRANSACTION_FIELDS } from './fields.ts'
import { IS_DISPUTED, IS_ON_INVOICE, IS_UNPAID, isReadyFor, type Readiness, SHOWN_STATUS } from './ready-bills.ts'
import { transaction } from './transaction.ts'

/** Which transactions: every condition that is there must hold. Days are Lagos days (YYYY-MM-DD), both included. */
export type TransactionFilter = {
  readonly id?: string | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly coeId?: string | undefined
  readonly isDrug?: boolean | undefined
  /** As lists show it: each bill has one. */
  readonly status?: string | undefined
  /** Where it is in the payment chain, whether disputed or returned there: as the totals by stage count it. */
  readonly stage?: string | undefined
  /** A transaction's, a payment's or an invoice's number, or a patient's CHF id, whole. */
  readonly search?: string | undefined
  readonly patientId?: string | undefined
  readonly billerId?: string | undefined
  readonly paymentId?: string | undefined
  readonly invoiceId?: string | undefined
  /** What is ready for somebody. */
  readonly readyFor?: Readiness | undefined
  readonly isOnInvoice?: boolean | undefined
  readonly overdue?: Overdue | undefined
  readonly waiting?: Waiting | undefined
  /** Without what is paid or reversed. */
  readonly isUnpaid?: boolean | undefined
}

const steps = Object.fromEntries(PAYMENT_CHAIN.links.map(namesOf).map(({ on, at }) => [on, sql.ref(`t.${at}`)])) as {
  readonly [K in ReturnType<typeof namesOf>['on']]: RawBuilder<unknown>
}

/** Where each field of a bill comes from. */
export const transactionValues: { readonly [K in keyof typeof TRANSACTION_FIELDS]: RawBuilder<unknown> } = {
  id: sql`t.id`,
  transaction_id: sql`t.reference`,
  chf_id: sql`p.chf_id`,
  item: sql`t.item`,
  description: sql`t.description`,
  manufacturer: sql`t.manufacturer`,
  line_count: sql`t.line_count`,
  quantity: sql`t.quantity`,
  total: sql`t.total`,
  coe_id: sql`t.coe_id`,
  coe_name: sql`c.name`,
  created_at: sql`t.billed_at`,
  biller: sql`coalesce(b.name, '')`,
  biller_first_name: sql`coalesce(b.first_name, '')`,
  biller_last_name: sql`coalesce(b.last_name, '')`,
  biller_profession: sql`b.profession`,
  type: sql`case when t.is_drug then 'Drug' else 'Hospital Service' end`,
  is_drug: sql`t.is_drug`,
  status: SHOWN_STATUS,
  is_disputed: IS_DISPUTED,
  reversed_on: sql`t.reversed_at`,
  reversed: sql`case when t.reversed_at is null then 0 else t.total end`,
  payment_id: sql`t.payment_id`,
  payment_number: sql`t.payment_reference`,
  invoice_id: sql`t.invoice_id`,
  invoice_number: sql`t.invoice_reference`,
  cmd_approved_on: sql`t.cmd_approved_at`,
  ...steps,
  coe_share: sql`t.share_coe`,
  bank_share: sql`t.share_bank`,
  manufacturer_share: sql`t.share_manufacturer`,
  emge_share: sql`t.share_emge`,
  is_splitted: sql`t.is_splitted`,
}

/** The statuses in which a bill waits for a step, or for an answer. */
const WAITING: ReadonlySet<string> = new Set([
  ...PAYMENT_CHAIN.links.map(({ from }) => PAYMENT_CHAIN.statusIn(from)),
  ...RETURNED_STATUSES,
])

const isOfReturned = (status: string): boolean => RETURNED_STATUSES.some((one) => one === status)

/** Every transaction that is billed: what a bill's own page reads, and each list of them in its own choice (billing-lists). */
export const transactionsReport: Report<TransactionFilter> = {
  name: 'transactions',
  models: ['transaction', 'patient_place', 'coe', 'staff_name'],
  key: sql`t.id`,
  // What waits for somebody is a queue: the oldest bill first.
  defaultSort: ({ status, readyFor, waiting }) => ({
    column: 'created_at',
    descending: readyFor === undefined && waiting === undefined && (status === undefined || !WAITING.has(status)),
  }),
  columns: columnsOf(TRANSACTION_FIELDS, transactionValues),
  from: (moment) => sql`
    ${moment.rowsOf(transaction)} t
    left join ${moment.rowsOf(patientPlace)} p on p.id = t.patient_id
    left join ${moment.rowsOf(coe)} c on c.id = t.coe_id
    left join ${staffNames(moment)} b on b.id = t.biller_id`,
  where: (filter, moment) => {
    const conditions = [sql`t.billed_at is not null`, ...inPeriod(sql`t.billed_at`, filter)]
    const { search } = filter
    if (filter.id !== undefined) conditions.push(sql`t.id = ${filter.id}`)
    if (filter.coeId !== undefined) conditions.push(sql`t.coe_id = ${filter.coeId}`)
    if (filter.isDrug !== undefined) conditions.push(sql`t.is_drug = ${filter.isDrug}`)
    const { status } = filter
    if (status !== undefined)
      conditions.push(
        status === DISPUTED
          ? IS_DISPUTED
          : isOfReturned(status)
            ? sql`t.returned = ${status} and ${SHOWN_STATUS} = ${status}`
            : sql`t.status = ${status} and ${SHOWN_STATUS} = ${status}`,
      )
    if (filter.stage !== undefined) conditions.push(sql`t.status = ${filter.stage}`)
    if (filter.patientId !== undefined) conditions.push(sql`t.patient_id = ${filter.patientId}`)
    if (filter.billerId !== undefined) conditions.push(sql`t.biller_id = ${filter.billerId}`)
    if (filter.paymentId !== undefined) conditions.push(sql`t.payment_id = ${filter.paymentId}`)
    if (filter.invoiceId !== undefined) conditions.push(sql`t.invoice_id = ${filter.invoiceId}`)
    if (filter.readyFor !== undefined) conditions.push(isReadyFor(filter.readyFor))
    if (filter.isOnInvoice !== undefined)
      conditions.push(filter.isOnInvoice ? IS_ON_INVOICE : sql`not ${IS_ON_INVOICE}`)
    if (filter.overdue !== undefined) conditions.push(isOverdue(moment, filter.overdue))
    if (filter.waiting !== undefined) conditions.push(isWaiting(moment, filter.waiting))
    if (filter.isUnpaid === true) conditions.push(IS_UNPAID)
    if (search !== undefined) {
      const wanted = search.trim().toUpperCase()
      conditions.push(
        wanted.startsWith('TRX')
          ? sql`t.reference = ${wanted}`
          : wanted.startsWith('PAY')
            ? sql`t.payment_reference = ${wanted}`
            : wanted.startsWith('INV')
              ? sql`t.invoice_reference = ${wanted}`
              : sql`t.patient_id = (select id from ${moment.rowsOf(patientPlace)} sought where chf_id = ${wanted})`,
      )
    }
    return conditions
  },
}
