import { sql } from 'kysely'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { columnsOf, type Report } from '#projections/report/report.ts'
import { INVOICE_LINE_FIELDS, WHY_NOT_ELSE, WHY_NOT_ON } from './fields.ts'
import { invoiceLine } from './invoice-line.ts'
import { invoice } from './invoice.ts'

/** Which of an invoice's lines. */
export type InvoiceLineFilter = {
  readonly invoiceId: string
  readonly status?: string | undefined
}

const status = sql`case when l.status = 'on' and i.status = 'returned' then 'returned' else l.status end`

const reasons = Object.entries(WHY_NOT_ON).map(([code, words]) => sql`when ${sql.lit(code)} then ${sql.lit(words)}`)
/** In words; null of what is on it. */
const reason = sql`case when l.refused is not null
  then case l.refused ${sql.join(reasons, sql` `)} else ${sql.lit(WHY_NOT_ELSE)} end end`

/** What is or was on an invoice, by transaction: as it was billed (entities.tsv, Invoice.transactions). */
export const invoiceLinesReport: Report<InvoiceLineFilter> = {
  name: 'invoice-lines',
  models: ['invoice', 'invoice_line', 'transaction'],
  key: sql`t.id`,
  defaultSort: { column: 'transaction_id', descending: false },
  columns: columnsOf(INVOICE_LINE_FIELDS, {
    id: sql`t.id`,
    transaction_id: sql`t.reference`,
    created_at: sql`t.billed_at`,
    type: sql`case when t.is_drug then 'Drug' else 'Hospital Service' end`,
    item: sql`t.item`,
    line_count: sql`t.line_count`,
    quantity: sql`t.quantity`,
    total: sql`t.total`,
    status,
    reason,
  }),
  from: (moment) => sql`
    ${moment.rowsOf(invoiceLine)} l
    join ${moment.rowsOf(invoice)} i on i.id = l.invoice_id
    join ${moment.rowsOf(transaction)} t on t.id = l.transaction_id`,
  where: (filter) => [
    sql`l.invoice_id = ${filter.invoiceId}`,
    ...(filter.status === undefined ? [] : [sql`${status} = ${filter.status}`]),
  ],
}
