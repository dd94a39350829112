import { type RawBuilder, sql } from 'kysely'
import { namesOf, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { columnsOf, inPeriod, type Report } from '#projections/report/report.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import type { Moment } from '#projections/moment.ts'
import { staffNames } from '#projections/people/user-account/staff-names.ts'
import type { StepCells } from '#projections/money/transaction/step-cells.ts'
import { PAYMENT_FIELDS } from './fields.ts'
import { payment } from './payment.ts'
import { invoice } from '#projections/money/invoice/invoice.ts'

/** Which payments. Days are Lagos days of initiation (YYYY-MM-DD), both included. */
export type PaymentFilter = {
  readonly id?: string | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly coeId?: string | undefined
  /** Of the transaction that is least far. */
  readonly status?: string | undefined
  /** A payment's number, whole. */
  readonly search?: string | undefined
}

/** Who took a step has a name of their own: each needs a join. */
const aliasOf = (by: string): string => `${by}_name`
const nameJoin = (by: string, moment: Moment): RawBuilder<unknown> =>
  sql`left join ${staffNames(moment)} ${sql.id(aliasOf(by))} on ${sql.ref(`${aliasOf(by)}.id`)} = ${sql.ref(`p.${by}`)}`

const { initiated_at: initiatedOn, ...steps } = Object.fromEntries(
  PAYMENT_CHAIN.links.map(namesOf).flatMap(({ at, by }) => [
    [at, sql.ref(`p.${at}`)],
    [by, sql`nullif(${sql.ref(`${aliasOf(by)}.name`)}, '')`],
  ]),
) as { readonly [K in keyof StepCells]: RawBuilder<unknown> }

const [LAST] = PAYMENT_CHAIN.links.slice(-1)
/** When the step was taken after which a payment waits for the next; null of one that waits for none. */
const waitsSince = sql`case p.status ${sql.join(
  PAYMENT_CHAIN.links
    .filter((link) => link !== LAST)
    .map((link) => sql`when ${sql.lit(link.status)} then ${sql.ref(`p.${namesOf(link).at}`)}`),
  sql` `,
)} end`

/** Payments per hospital: what was initiated together, who acted, and where it stands (spec, E104 and S074). */
export const paymentsReport: Report<PaymentFilter> = {
  name: 'payments',
  models: ['payment', 'invoice', 'coe', 'staff_name'],
  key: sql`p.id`,
  // What waits for a step is a queue: the oldest payment first.
  defaultSort: ({ status }) => ({
    column: 'initiated_on',
    descending: status === undefined || status === LAST?.status,
  }),
  columns: columnsOf(PAYMENT_FIELDS, {
    id: sql`p.id`,
    payment_number: sql`p.reference`,
    invoice_number: sql`v.reference`,
    coe_id: sql`p.coe_id`,
    coe_name: sql`c.name`,
    status: sql`p.status`,
    period_start: sql`p.period_start`,
    period_end: sql`p.period_end`,
    transactions: sql`p.transactions`,
    total: sql`p.total`,
    paid: sql`p.paid`,
    paid_total: sql`p.paid_total`,
    returned: sql`p.returned`,
    returned_total: sql`p.returned_total`,
    waits_for: sql`case when ${waitsSince} is not null then p.status end`,
    waits_since: waitsSince,
    is_splitted: sql`p.status = ${sql.lit(LAST?.status)}`,
    initiated_on: initiatedOn,
    ...steps,
  }),
  from: (moment) => sql`
    ${moment.rowsOf(payment)} p
    left join ${moment.rowsOf(coe)} c on c.id = p.coe_id
    left join ${moment.rowsOf(invoice)} v on v.payment_id = p.id
    ${sql.join(
      PAYMENT_CHAIN.links.map((link) => nameJoin(namesOf(link).by, moment)),
      sql` `,
    )}`,
  where: ({ id, startDate, endDate, coeId, status, search }) => {
    const conditions = [...inPeriod(sql`p.initiated_at`, { startDate, endDate })]
    if (id !== undefined) conditions.push(sql`p.id = ${id}`)
    if (search !== undefined) conditions.push(sql`p.reference = ${search.trim().toUpperCase()}`)
    if (coeId !== undefined) conditions.push(sql`p.coe_id = ${coeId}`)
    if (status !== undefined) conditions.push(sql`p.status = ${status}`)
    return conditions
  },
}
