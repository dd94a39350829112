import type { Kysely } from 'kysely'
import { endOfLagosDay, startOfLagosDay } from '#domain/kernel/dates.ts'
import { MOST_LEFT_OUT, MOST_ON_INVOICE } from '#domain/money/invoice/events.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { Database } from '#projections/read-models.ts'

/** A hospital's period of billing, Lagos days (YYYY-MM-DD), both included. */
export type InvoicePeriod = { readonly coeId: string; readonly start: string; readonly end: string }

const [LAST] = PAYMENT_CHAIN.links.slice(-1)

/**
 * The ids of a hospital's unpaid transactions of a period, by day: those that seem free to be on an invoice, and one more
 * than it may hold where there are too many; and those that are not, the newest, which an invoice names as left out.
 */
export async function invoiceable(
  db: Kysely<Database>,
  { coeId, start, end }: InvoicePeriod,
): Promise<{ readonly free: readonly string[]; readonly others: readonly string[] }> {
  const unpaid = db
    .selectFrom('transaction')
    .select('id')
    .where('coe_id', '=', coeId)
    .where('billed_at', '>=', startOfLagosDay(start))
    .where('billed_at', '<', endOfLagosDay(end))
  const free = await unpaid
    .where('status', '=', PAYMENT_CHAIN.start.status)
    .where('dispute_id', 'is', null)
    .where('invoice_id', 'is', null)
    .orderBy('billed_at')
    .orderBy('id')
    .limit(MOST_ON_INVOICE + 1)
    .execute()
  const others = await unpaid
    .where('status', '<>', LAST?.status ?? '')
    .where('reversed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('status', '<>', PAYMENT_CHAIN.start.status),
        eb('dispute_id', 'is not', null),
        eb('invoice_id', 'is not', null),
      ]),
    )
    .orderBy('billed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_LEFT_OUT)
    .execute()
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)
  return { free: ids(free), others: ids(others).toReversed() }
}
