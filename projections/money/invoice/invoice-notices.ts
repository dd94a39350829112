import { type Kysely, sql } from 'kysely'
import { INVOICE_CHAIN, type InvoiceStep } from '#domain/money/invoice/chain.ts'
import { invoiceNames, TAKEN_LINKS } from '#domain/money/invoice/step-names.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import type { Moment } from '#projections/moment.ts'
import type { Database } from '#projections/read-models.ts'
import { invoice } from './invoice.ts'
import { queueOf } from './waiting-invoices.ts'

/** More than are read in a bell; the home and the lists have all that waits. */
const MOST = 50

/** What the bell tells of an invoice: that it waits for a step of the reader's, or how it ended. */
export type InvoiceNotice = {
  readonly id: string
  readonly kind: 'waiting' | 'paid' | 'returned'
  /** The step that it waits for; null at an end. */
  readonly step: InvoiceStep | null
  readonly reference: string
  readonly coe_name: string | null
  /** Kobo. */
  readonly total: number
  /** Since when it waits, or when it ended; ISO. */
  readonly created_at: string
  readonly is_read: boolean
}

type ToldOf = {
  readonly userId: string
  /** The steps that the reader may take. */
  readonly steps: readonly InvoiceStep[]
  /** Of one hospital alone. */
  readonly coeId: string | undefined
  /** The reader answers for that hospital: how any of its invoices ends concerns them. */
  readonly isCmd: boolean
  /** Ends before it are not told any more. */
  readonly since: Date
}

/** What waits for the reader, then how that ended which they acted on, each newest first; not what they ended themselves. */
export async function invoiceNotices(
  db: Kysely<Database>,
  moment: Moment,
  { userId, steps, coeId, isCmd, since }: ToldOf,
): Promise<readonly InvoiceNotice[]> {
  const told = ['i.id', 'i.reference', 'i.coe_id', 'i.total'].map((column) => sql.ref(column))
  const acted = ['requested_by', ...TAKEN_LINKS.map((link) => invoiceNames(link).by)].map((column) =>
    sql.ref(`i.${column}`),
  )
  const concerns = sql`(${userId} in (${sql.join(acted)}) or ${isCmd && coeId !== undefined ? sql`i.coe_id = ${coeId}` : sql`false`})`
  const ended = sql`
    select ${sql.join(told)}, case i.status when 'returned' then 'returned' else 'paid' end as kind, null as step,
           i.stands_since as created_at
      from ${moment.rowsOf(invoice)} i
     where i.status in ('returned', ${PAID}) and i.stands_since > ${since} and ${concerns}
       and ${userId} is distinct from case i.status when 'returned' then i.returned_by else i.permsec_by end`
  const waiting = steps.map(
    (step) => sql`
    select ${sql.join(told)}, 'waiting' as kind, ${sql.lit(step)} as step, i.stands_since as created_at
    ${queueOf(moment, userId, step)}`,
  )
  const { rows } = await sql<InvoiceNotice>`
    select n.id, n.kind, n.step, n.reference, n.total, c.name as coe_name, n.created_at,
           coalesce(n.created_at <= (select read_until from notices_read where user_id = ${userId}), false) as is_read
      from (${sql.join(
        [...waiting, ended].map((one) => sql`(${one})`),
        sql` union all `,
      )}) n
      left join ${moment.rowsOf(coe)} c on c.id = n.coe_id
     where ${coeId === undefined ? sql`true` : sql`n.coe_id = ${coeId}`}
     order by n.kind <> 'waiting', n.created_at desc, n.id
     limit ${MOST}`.execute(db)
  return rows
}

const PAID = INVOICE_CHAIN.link('permsec').status
