import { sql } from 'kysely'
import { DRUG_CATEGORY } from '#domain/catalogue/category/category.ts'
import { kobo, sumOfFlows } from '#domain/kernel/money.ts'
import { type BasisPoints, sharesOf } from '#domain/money/transaction/rules.ts'
import { WHY_NOT_ELSE, WHY_NOT_ON } from '#projections/money/invoice/fields.ts'
import type { AppContext } from '#api/context.ts'
import type { InvoiceDetail } from '#api/money/contracts/invoice.ts'
import { nairaText } from '#api/naira.ts'

type Db = Pick<AppContext, 'db'>

/** A transaction on an invoice as it was billed, with its first line; total in kobo. */
export type OnInvoice = {
  readonly id: string
  readonly reference: string
  readonly billed_at: string
  readonly is_drug: boolean
  readonly item: string
  readonly item_id: string | null
  readonly line_count: number
  readonly quantity: number
  readonly total: number
}

/** What is on it (of a returned one, what was), by day. */
export async function transactionsOn({ db }: Db, invoiceId: string): Promise<readonly OnInvoice[]> {
  const { rows } = await sql<OnInvoice>`
    select t.id, t.reference, t.billed_at, t.is_drug, t.item, f.item_id, t.line_count, t.quantity, t.total
      from invoice_line l
      join transaction t on t.id = l.transaction_id
      left join transaction_line f on f.transaction_id = t.id and f.line = 0
     where l.invoice_id = ${invoiceId} and l.status = 'on'
     order by t.billed_at, t.id`.execute(db)
  return rows
}

/** As the spec has them (entities.tsv, Invoice.transactions). */
export const transactionsOf = (found: readonly OnInvoice[], coe: InvoiceDetail['coe']): InvoiceDetail['transactions'] =>
  found.map((one) => ({
    ...{ id: one.id, transaction_id: one.reference, created_at: one.billed_at, is_drug: one.is_drug, item: one.item },
    drug_id: one.is_drug ? one.item_id : null,
    service: one.is_drug ? null : { service_name: one.item },
    ...{ line_count: one.line_count, quantity: one.quantity, cost: nairaText(one.total), coe },
  }))

/** What is billed on it of one service or drug at one price; price and total in kobo. */
export type GroupOn = Omit<InvoiceDetail['groups'][number], 'total' | 'price'> & {
  readonly price: number
  readonly total: bigint
}

/** The lines of its transactions added up by what they bill: services first, each in the order of their names. */
export async function groupsOn({ db }: Db, invoiceId: string): Promise<readonly GroupOn[]> {
  const { rows } = await sql<GroupOn>`
    select case when b.category_id = ${DRUG_CATEGORY} then 'drug' else 'service' end as kind, b.name, b.description,
           b.price, sum(b.quantity)::bigint as quantity, count(distinct b.transaction_id)::bigint as bills, sum(b.total)::numeric as total
      from invoice_line l
      join transaction_line b on b.transaction_id = l.transaction_id
     where l.invoice_id = ${invoiceId} and l.status = 'on'
     group by 1, b.item_id, b.name, b.description, b.price
     order by 1 desc, b.name, b.description, b.item_id, b.price`.execute(db)
  return rows
}

/** As answers have them (entities.tsv, Invoice). */
export const groupsOf = (on: readonly GroupOn[]): InvoiceDetail['groups'] =>
  on.map(({ price, total, ...group }) => ({ ...group, price: nairaText(price), total: nairaText(total) }))

/** What each party gets of it, transaction by transaction, so that shares add up as they are paid. */
export function sharesOn(found: readonly OnInvoice[], parts: BasisPoints): InvoiceDetail['shares'] {
  const each = found.map(({ is_drug: isDrug, total }) => sharesOf(isDrug ? 'drug' : 'service', kobo(total), parts))
  const of = (share: keyof BasisPoints) => nairaText(sumOfFlows(each.map((shares) => shares[share])))
  return { coe: of('coe'), bank: of('bank'), manufacturer: of('manufacturer'), emge: of('emge') }
}

/** What did not come along, and why: left out as it was generated, dropped as a step was taken. */
export async function notAlongOf({ db }: Db, invoiceId: string): Promise<Pick<InvoiceDetail, 'left_out' | 'dropped'>> {
  const rows = await db
    .selectFrom('invoice_line as l')
    .innerJoin('transaction as t', 't.id', 'l.transaction_id')
    .select(['t.id', 't.reference', 't.total', 'l.status', 'l.refused', 'l.dropped_at', 'l.dropped_step'])
    .where('l.invoice_id', '=', invoiceId)
    .where('l.status', '<>', 'on')
    .orderBy('t.billed_at')
    .orderBy('t.id')
    .execute()
  const told = rows.map(({ id, reference, total, refused, ...line }) => ({
    ...line,
    not: { id, transaction_id: reference, total: nairaText(total), reason: whyNot(refused) },
  }))
  return {
    left_out: told.flatMap(({ status, not }) => (status === 'left out' ? [not] : [])),
    dropped: told.flatMap(({ dropped_at: at, dropped_step: step, not }) =>
      at === null || step === null ? [] : [{ ...not, at, step }],
    ),
  }
}

const whyNot = (refused: string | null): string => WHY_NOT_ON[refused ?? ''] ?? WHY_NOT_ELSE
