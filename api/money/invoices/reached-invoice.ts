import { load } from '#commands/handle.ts'
import { invoice } from '#domain/money/invoice/invoice.ts'
import type { Invoice } from '#domain/money/invoice/standing.ts'
import type { Reach } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'
import { idsNumbered } from '#api/money/ids-numbered.ts'

/** An invoice that was asked for once, whatever has become of it. */
export type FoundInvoice = Exclude<Invoice, { readonly status: 'none' }> & { readonly id: string }

/**
 * The invoices of a number, or the one of an id, as their streams say: rows find a number, and say nothing else. More than one
 * of a number is what somebody has done to the counter, and `verify` names it.
 */
export async function invoicesNamed(
  { db, handler }: Pick<AppContext, 'db' | 'handler'>,
  idOrNumber: string,
): Promise<readonly FoundInvoice[]> {
  const number = idOrNumber.toUpperCase()
  const ids = number.startsWith('INV-') ? await idsNumbered(db, 'invoice', number) : [idOrNumber]
  const found = await Promise.all(ids.map(async (id) => ({ id, ...(await load(handler, invoice, id)) })))
  return found.filter(
    (one): one is FoundInvoice => one.status !== 'none' && (one.id === idOrNumber || one.reference === number),
  )
}

/** Such an invoice within the caller's reach; any other reads as not found, and so does one of two that go by a number. */
export async function reachedInvoice(
  context: Pick<AppContext, 'db' | 'handler'>,
  idOrNumber: string,
  reach: Reach,
): Promise<FoundInvoice> {
  const [found, another] = await invoicesNamed(context, idOrNumber)
  const isWithin = reach.kind === 'all' || (reach.kind === 'coe' && found?.coeId === reach.coeId)
  if (found === undefined || another !== undefined || !isWithin) throw notFound('Invoice')
  return found
}
