import { type Kysely, sql } from 'kysely'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { Moment } from '#projections/moment.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import type { Database } from '#projections/read-models.ts'
import { invoiceLine } from './invoice-line.ts'
import { invoice } from './invoice.ts'

/** The read models that it is made from. */
export const RETURNED_INVOICES_FROM = ['invoice', 'invoice_line', 'transaction'] as const

/** More are not read on a home: the hospital's list has all of them. */
const MOST = 50

/** A returned invoice that its hospital has yet to generate again; the total in kobo, `returned_on` ISO, days yyyy-mm-dd. */
export type ReturnedInvoice = {
  readonly id: string
  readonly invoice_number: string
  readonly transactions_count: number
  readonly total: number
  readonly returned_on: string
  readonly start_date: string
  readonly end_date: string
}

/**
 * The returned invoices of a hospital that none has replaced and of which at least one bill is still to be put on an invoice, the
 * oldest return first. A bill that was on several is the last one's alone.
 */
export async function returnedInvoicesOf(
  db: Kysely<Database>,
  moment: Moment,
  coeId: string,
): Promise<readonly ReturnedInvoice[]> {
  const { rows } = await sql<ReturnedInvoice>`
    select i.id, i.reference as invoice_number, i.transactions as transactions_count, i.total,
           i.returned_at as returned_on, i.period_start as start_date, i.period_end as end_date
      from ${moment.rowsOf(invoice)} i
     where i.coe_id = ${coeId} and i.status = 'returned'
       and not exists (select from ${moment.rowsOf(invoice)} n where n.replaces = i.id and n.status <> 'failed')
       and exists (
         select from ${moment.rowsOf(invoiceLine)} l join ${moment.rowsOf(transaction)} t on t.id = l.transaction_id
          where l.invoice_id = i.id and l.status = 'on' and t.status = ${PAYMENT_CHAIN.start.status}
            and t.invoice_id is null and t.reversed_at is null
            and not exists (
              select from ${moment.rowsOf(invoiceLine)} again join ${moment.rowsOf(invoice)} later on later.id = again.invoice_id
               where again.transaction_id = l.transaction_id and again.status = 'on' and later.status = 'returned'
                 and (later.returned_at, later.id) > (i.returned_at, i.id)))
     order by i.returned_at, i.id
     limit ${MOST}`.execute(db)
  return rows
}
