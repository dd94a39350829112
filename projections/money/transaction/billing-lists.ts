import type { Report } from '#projections/report/report.ts'
import { type TransactionFilter, transactionsReport } from './transactions-report.ts'

/** Column ids in the order of a screen, with the heading that the screen gives them where it has one of its own. */
type Arrangement = readonly (string | readonly [id: string, heading: string])[]

/** Of all that is known of transactions what one screen shows, in its order; the rest is there for the screen alone. */
function arranged(name: string, arrangement: Arrangement): Report<TransactionFilter> {
  const { columns } = transactionsReport
  const shown = arrangement.map((entry) => {
    const [id, heading] = typeof entry === 'string' ? [entry, undefined] : entry
    const column = columns.find((candidate) => candidate.id === id)
    if (column === undefined) throw new Error(`Transactions have no column ${id}`)
    return { ...column, heading: heading ?? column.heading, screenOnly: false }
  })
  const rest = columns.filter(({ id }) => !shown.some((column) => column.id === id))
  return {
    ...transactionsReport,
    name,
    columns: [...shown, ...rest.map((column) => ({ ...column, screenOnly: true }))],
  }
}

/** The super administrator's transactions (spec, S062). */
export const allTransactions = arranged('transactions', [
  'transaction_id',
  'chf_id',
  'item',
  'description',
  'quantity',
  'total',
  'coe_name',
  'created_at',
  'biller',
  'type',
  'status',
])

/** A hospital's billing history with the shares (spec, S060 and S061). */
export const coeBillings = arranged('billings', [
  'transaction_id',
  'created_at',
  ['biller', 'Attendant staff'],
  ['item', 'Product'],
  'manufacturer',
  ['total', 'Total cost'],
  'coe_share',
  'bank_share',
  'manufacturer_share',
  'emge_share',
  'status',
])

/** What the staff of a hospital billed (spec, S047), with the patient. */
export const staffBillings = arranged('staff-billings', [
  'transaction_id',
  'created_at',
  ['biller', 'Attendant staff'],
  'chf_id',
  ['item', 'Product'],
  'manufacturer',
  ['total', 'Total cost'],
  'coe_share',
  'bank_share',
  'manufacturer_share',
  'emge_share',
  'status',
])

/** A patient's billing history (spec, S084). */
export const patientBillings = arranged('patient-billings', [
  'transaction_id',
  'created_at',
  ['coe_name', 'COE'],
  ['line_count', 'Services'],
  ['biller', 'Physician'],
  ['total', 'Total cost'],
  'status',
])
