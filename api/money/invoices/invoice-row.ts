import { invoicesReport } from '#projections/money/invoice/invoices-report.ts'
import { pageOf } from '#projections/report/pages.ts'
import type { AppContext } from '#api/context.ts'
import { InvoiceRow } from '#api/money/contracts/invoice.ts'
import { asAnswered } from '#api/report/in-naira.ts'

/** An invoice as lists show it now; undefined where they do not yet. */
export async function rowOfInvoice({ db }: Pick<AppContext, 'db'>, id: string): Promise<InvoiceRow | undefined> {
  const { rows } = await pageOf(db, invoicesReport, { filter: { id }, limit: 1 })
  return rows[0] && InvoiceRow.parse(asAnswered(invoicesReport, rows[0]))
}
