import { type RawBuilder, sql } from 'kysely'
import type { InvoiceStep } from '#domain/money/invoice/chain.ts'
import { columnsOf, inPeriod, type Report } from '#projections/report/report.ts'
import { isInvoiceOverdue, type Overdue } from '#projections/money/step-time/late-bills.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import type { Moment } from '#projections/moment.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { staffNames } from '#projections/people/user-account/staff-names.ts'
import { INVOICE_FIELDS } from './fields.ts'
import { invoiceLine } from './invoice-line.ts'
import { invoice } from './invoice.ts'
import { isInvoiceReadyAt } from './waiting-invoices.ts'
import { invoiceNames, TAKEN_LINKS } from '#domain/money/invoice/step-names.ts'

/** Which invoices. Days are Lagos days of generation (YYYY-MM-DD), both included. */
export type InvoiceFilter = {
  readonly id?: string | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly coeId?: string | undefined
  readonly status?: string | undefined
  /** What is ready for somebody, at the steps that are theirs; of a hospital's people at their hospital alone. */
  readonly readyFor?:
    { readonly by: string; readonly steps: readonly InvoiceStep[]; readonly coeId: string | undefined } | undefined
  readonly overdue?: Overdue | undefined
  /** An invoice's or its payment's number, or that of a transaction on it, whole. */
  readonly search?: string | undefined
}

/** Who took a step has a name of their own: each needs a join. */
const aliasOf = (by: string): string => `${by}_name`
const names = TAKEN_LINKS.map(invoiceNames)
type Names = (typeof names)[number]

const nameJoin = (by: string, moment: Moment): RawBuilder<unknown> =>
  sql`left join ${staffNames(moment)} ${sql.id(aliasOf(by))} on ${sql.ref(`${aliasOf(by)}.id`)} = ${sql.ref(`i.${by}`)}`
const nameOf = (by: string) => sql`nullif(${sql.ref(`${aliasOf(by)}.name`)}, '')`

const steps = Object.fromEntries(
  names.flatMap(({ at, on, by }) => [
    [on, sql.ref(`i.${at}`)],
    [by, nameOf(by)],
  ]),
) as { readonly [K in Names['on'] | Names['by']]: RawBuilder<unknown> }

const [LAST] = TAKEN_LINKS.slice(-1)
const WAITS = TAKEN_LINKS.map(({ status }) => status)
  .filter((status) => status !== LAST?.status)
  .concat('pending' as never)
const waits = (value: RawBuilder<unknown>) =>
  sql`case when i.status in (${sql.join(WAITS.map((one) => sql.lit(one)))}) then ${value} end`

const cmdPart = (part: string) => sql.ref(`${aliasOf('cmd_approved_by')}.${part}`)

/** What was on a returned invoice is free again, and may be on another one: it is counted there and nowhere else. */
const IS_RETURNED = sql`i.status = 'returned'`
const unlessReturned = (count: RawBuilder<unknown>) => sql`case when ${IS_RETURNED} then 0 else ${count} end`

/** The invoice by which a returned one was generated again. */
const again = (moment: Moment) => sql`
    left join lateral (
      select min(n.reference) as reference from ${moment.rowsOf(invoice)} n
       where ${IS_RETURNED} and n.replaces = i.id and n.status <> 'failed') again on true`

/** For how many of its transactions what is under way is done, as they say themselves. */
const DONE = sql`case when i.under_way is not null then coalesce(progress.done, 0) end`

function progress(moment: Moment): RawBuilder<unknown> {
  const taken = TAKEN_LINKS.map(
    (link) =>
      sql`when ${sql.lit(link.step)} then count(*) filter (where ${sql.ref(`t.${invoiceNames(link).at}`)} is not null)`,
  )
  return sql`
    left join lateral (
      select case i.under_way
               ${sql.join(taken, sql` `)}
               when 'return' then i.under_way_of - count(*)
               else count(*) end as done
        from ${moment.rowsOf(transaction)} t
       where i.under_way is not null and t.invoice_id = i.id) progress on true`
}

/** Invoices: which, of which hospital, how far, and who has them (spec, E108 and E114). */
export const invoicesReport: Report<InvoiceFilter> = {
  name: 'invoices',
  models: ['invoice', 'invoice_line', 'transaction', 'coe', 'staff_name', 'bill_tick', 'holiday', 'setting'],
  key: sql`i.id`,
  // What waits for a step is a queue: the oldest invoice first.
  defaultSort: ({ status, readyFor }) => ({
    column: 'created_at',
    descending: readyFor === undefined && (status === undefined || !WAITS.some((one) => one === status)),
  }),
  columns: columnsOf(INVOICE_FIELDS, {
    id: sql`i.id`,
    invoice_number: sql`i.reference`,
    coe_id: sql`i.coe_id`,
    coe_name: sql`c.name`,
    status: sql`i.status`,
    waits_for: waits(sql`i.status`),
    waits_since: waits(sql`i.stands_since`),
    computed_total: unlessReturned(sql`i.total`),
    start_date: sql`i.period_start`,
    end_date: sql`i.period_end`,
    transactions_count: unlessReturned(sql`i.transactions`),
    returned_total: sql`case when ${IS_RETURNED} then i.total else 0 end`,
    returned_count: sql`case when ${IS_RETURNED} then i.transactions else 0 end`,
    generated_again: sql`again.reference`,
    created_at: sql`i.requested_at`,
    cmd: nameOf('cmd_approved_by'),
    cmd_id: sql`i.cmd_approved_by`,
    cmd_first_name: cmdPart('first_name'),
    cmd_last_name: cmdPart('last_name'),
    generated_by: nameOf('requested_by'),
    payment_id: sql`i.payment_id`,
    payment_number: sql`i.payment_reference`,
    left_out_count: sql`i.left_out`,
    dropped_count: sql`i.dropped`,
    dropped_total: sql`i.dropped_total`,
    under_way: sql`i.under_way`,
    under_way_done: DONE,
    under_way_of: sql`i.under_way_of`,
    under_way_since: sql`i.under_way_since`,
    ...steps,
    returned_by: nameOf('returned_by'),
    returned_on: sql`i.returned_at`,
  }),
  from: (moment) => sql`
    ${moment.rowsOf(invoice)} i
    left join ${moment.rowsOf(coe)} c on c.id = i.coe_id
    ${sql.join(
      [...names.map(({ by }) => by), 'requested_by', 'returned_by'].map((by) => nameJoin(by, moment)),
      sql` `,
    )}
    ${progress(moment)}
    ${again(moment)}`,
  where: ({ id, startDate, endDate, coeId, status, readyFor, overdue, search }, moment) => {
    const conditions = [...inPeriod(sql`i.requested_at`, { startDate, endDate })]
    if (id !== undefined) conditions.push(sql`i.id = ${id}`)
    if (coeId !== undefined) conditions.push(sql`i.coe_id = ${coeId}`)
    if (status !== undefined) conditions.push(sql`i.status = ${status}`)
    if (readyFor !== undefined) {
      const { by, steps, coeId: ofCoe } = readyFor
      const ready = steps.map((step) => isInvoiceReadyAt(moment, step, by))
      if (ofCoe !== undefined) conditions.push(sql`i.coe_id = ${ofCoe}`)
      conditions.push(ready.length === 0 ? sql`false` : sql`(${sql.join(ready, sql` or `)})`)
    }
    if (overdue !== undefined) conditions.push(isInvoiceOverdue(moment, overdue))
    if (search === undefined) return conditions
    const wanted = search.trim().toUpperCase()
    conditions.push(
      wanted.startsWith('PAY')
        ? sql`i.payment_reference = ${wanted}`
        : wanted.startsWith('TRX')
          ? sql`i.id in (select l.invoice_id from ${moment.rowsOf(invoiceLine)} l
                          join ${moment.rowsOf(transaction)} sought on sought.id = l.transaction_id
                         where sought.reference = ${wanted} and l.status = 'on')`
          : sql`i.reference = ${wanted}`,
    )
    return conditions
  },
}
