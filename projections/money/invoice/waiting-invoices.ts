import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { KoboSum } from '#domain/kernel/money.ts'
import type { InvoiceStep } from '#domain/money/invoice/chain.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import type { Moment } from '#projections/moment.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { calendarOf, minutesBetween } from '#projections/people/holiday/working-time.ts'
import type { Database } from '#projections/read-models.ts'
import { invoiceLine } from './invoice-line.ts'
import { invoice } from './invoice.ts'
import { invoiceNames, TAKEN_LINKS, waitsAt } from '#domain/money/invoice/step-names.ts'

/** The read models that it is made from. */
export const INVOICES_WAITING_FROM = ['invoice', 'invoice_line', 'transaction', 'coe', 'holiday'] as const

/** The invoices that wait for a step at one hospital, in kobo; `since` is when the oldest of them came to wait (ISO), `waited_minutes` for how long, in working time. */
export type InvoicesAtHospital = {
  readonly step: InvoiceStep
  readonly coe_id: string
  readonly coe_name: string
  readonly invoices: number
  readonly transactions: number
  readonly total: KoboSum
  readonly since: string
  readonly waited_minutes: number
}

/**
 * What waits for somebody who may take these steps, by step and hospital, the longest waiting first. What they did a step of, or
 * billed, waits for somebody else; but the CMD's word may be about what the CMD billed (domain.md, Invoice). It waits `until` then
 * (ISO). `coeId`: of one hospital alone.
 */
export async function invoicesWaitingFor(
  db: Kysely<Database>,
  moment: Moment,
  by: string,
  steps: readonly InvoiceStep[],
  until: string,
  coeId?: string,
): Promise<readonly InvoicesAtHospital[]> {
  if (steps.length === 0) return []
  const { rows } = await sql<InvoicesAtHospital>`
    select w.step, w.coe_id, coalesce(max(c.name), '') as coe_name, count(*)::bigint as invoices,
           sum(w.transactions)::bigint as transactions, sum(w.total)::numeric as total, min(w.since) as since,
           max(${minutesBetween(sql`w.since`, sql`${until}::timestamptz`, sql`calendar.days_off`)})::bigint as waited_minutes
      from (${sql.join(
        steps.map((step) => sql`(${atStep(moment, by, step)})`),
        sql` union all `,
      )}) w
      cross join ${calendarOf(moment)} calendar
      left join ${moment.rowsOf(coe)} c on c.id = w.coe_id
     where ${coeId === undefined ? sql`true` : sql`w.coe_id = ${coeId}`}
     group by w.step, w.coe_id
     order by since, w.step, w.coe_id`.execute(db)
  return rows
}

function atStep(moment: Moment, by: string, step: InvoiceStep): RawBuilder<unknown> {
  return sql`
    select ${sql.lit(step)} as step, i.coe_id, i.transactions, i.total, i.stands_since as since ${queueOf(moment, by, step)}`
}

/** The `from` and `where` of the invoices, `i`, that wait for a step of somebody's; not yet of one hospital. */
export const queueOf = (moment: Moment, by: string, step: InvoiceStep): RawBuilder<unknown> =>
  sql`from ${moment.rowsOf(invoice)} i where ${isInvoiceReadyAt(moment, step, by)}`

/**
 * Of invoices, `i`: ready for somebody at a step: nothing is under way on it, and they neither asked for it, took an earlier step,
 * nor billed what is on it; but the CMD's word may be about what the CMD billed (domain.md, Invoice).
 */
export function isInvoiceReadyAt(moment: Moment, step: InvoiceStep, by: string): RawBuilder<boolean> {
  const at = TAKEN_LINKS.findIndex((link) => link.step === step)
  const before = TAKEN_LINKS.slice(0, at)
  const actors = ['requested_by', ...before.map((link) => invoiceNames(link).by)].map((column) =>
    sql.ref(`i.${column}`),
  )
  const billed = sql`exists (select from ${moment.rowsOf(invoiceLine)} l
      join ${moment.rowsOf(transaction)} t on t.id = l.transaction_id
     where l.invoice_id = i.id and l.status = 'on' and t.biller_id = ${by})`
  return sql`(i.status = ${waitsAt(step)} and i.under_way is null and ${by} not in (${sql.join(actors)})
    ${step === 'cmd' ? sql`` : sql`and not ${billed}`})`
}
