import type { Chosen } from '#projections/report/field.ts'
import { columnsOf, type Report } from '#projections/report/report.ts'
import {
  ALL_TRANSACTIONS,
  COE_BILLINGS,
  CONSOLIDATED_BILLINGS,
  PATIENT_BILLINGS,
  STAFF_BILLINGS,
  type TRANSACTION_FIELDS,
} from './fields.ts'
import { LATE_FROM } from '#projections/money/step-time/late-bills.ts'
import { ACTORS } from './ready-bills.ts'
import { type TransactionFilter, transactionsReport, transactionValues } from './transactions-report.ts'

/** Of all that is known of transactions what one screen shows, in its order. */
const listOf = (name: string, fields: Chosen<typeof TRANSACTION_FIELDS>): Report<TransactionFilter> => ({
  ...transactionsReport,
  name,
  columns: columnsOf(fields, transactionValues),
})

export const allTransactions = listOf('transactions', ALL_TRANSACTIONS)
export const consolidatedBillings: Report<TransactionFilter> = {
  ...transactionsReport,
  name: 'consolidated-billings',
  columns: columnsOf(CONSOLIDATED_BILLINGS, { ...transactionValues, actors: ACTORS }),
  // It may be asked for what is overdue, and how long it waits.
  models: [...new Set([...transactionsReport.models, ...LATE_FROM])],
}
export const coeBillings = listOf('billings', COE_BILLINGS)
export const staffBillings = listOf('staff-billings', STAFF_BILLINGS)
export const patientBillings = listOf('patient-billings', PATIENT_BILLINGS)
