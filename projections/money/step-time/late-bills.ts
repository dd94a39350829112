import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { KoboSum } from '#domain/kernel/money.ts'
import type { InvoiceStep } from '#domain/money/invoice/chain.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import type { Moment } from '#projections/moment.ts'
import type { Database } from '#projections/read-models.ts'
import { deadlineOf } from './deadline.ts'
import { openWaits, WAITS_FROM } from './waits.ts'

/** The read models that it is made from. */
export const LATE_FROM = [...WAITS_FROM, 'coe', 'setting'] as const

/** What waits for a step at one hospital for longer than its deadline; kobo, and in working minutes the oldest of it. */
type LateAtHospital = {
  readonly step: InvoiceStep
  /** On invoices, whose steps take them along. */
  readonly by_invoice: boolean
  readonly coe_id: string
  readonly coe_name: string
  readonly transactions: number
  /** How many invoices they are on. */
  readonly invoices: number
  readonly total: KoboSum
  readonly oldest: number
}

/** What is late `until` then (ISO), of some steps by hospital, the longest waiting first. What the hospital has to answer has no deadline. `coeId`: at one alone. */
export async function lateBills(
  db: Kysely<Database>,
  moment: Moment,
  until: string,
  steps: readonly InvoiceStep[],
  coeId?: string,
): Promise<readonly LateAtHospital[]> {
  if (steps.length === 0) return []
  const { rows } = await sql<LateAtHospital>`
    select w.waits_for as step, w.is_invoiced as by_invoice, w.coe_id, coalesce(max(c.name), '') as coe_name, count(*)::bigint as transactions, count(distinct w.invoice_id)::bigint as invoices,
           sum(w.total)::numeric as total, max(w.minutes)::bigint as oldest
      from (${lateAt(moment, until, steps)}) w
      left join ${moment.rowsOf(coe)} c on c.id = w.coe_id
     where ${coeId === undefined ? sql`true` : sql`w.coe_id = ${coeId}`}
     group by w.waits_for, w.is_invoiced, w.coe_id
     order by oldest desc, w.waits_for, w.coe_id`.execute(db)
  return rows
}

/** Until when (ISO) bills have waited, for which step. */
export type Overdue = { readonly step: InvoiceStep; readonly until: string }

const lateAt = (moment: Moment, until: string, steps: readonly InvoiceStep[]) => sql`
  select w.* from (
    select lasting.*, ${deadlineOf(moment)} * 60 as most
      from ${openWaits(moment, until)} lasting where lasting.waits_for = any(${sql.val([...steps])})) w
   where w.minutes > w.most`

/** Of bills, `t`: they wait for a step for longer than its deadline. */
export const isOverdue = (moment: Moment, { step, until }: Overdue): RawBuilder<boolean> =>
  sql`t.id in (select late.transaction_id from (${lateAt(moment, until, [step])}) late)`

/** Of invoices, `i`: bills on them do. */
export const isInvoiceOverdue = (moment: Moment, { step, until }: Overdue): RawBuilder<boolean> =>
  sql`i.id in (select late.invoice_id from (${lateAt(moment, until, [step])}) late where late.is_invoiced)`
