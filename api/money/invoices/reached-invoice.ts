import { load } from '#commands/handle.ts'
import { invoice } from '#domain/money/invoice/invoice.ts'
import type { Invoice } from '#domain/money/invoice/standing.ts'
import type { Reach } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'

/** An invoice that was asked for once, whatever has become of it. */
export type FoundInvoice = Exclude<Invoice, { readonly status: 'none' }> & { readonly id: string }

/** An invoice as its stream says, by id or number; undefined where there is none. */
export async function findInvoice(
  { db, handler }: Pick<AppContext, 'db' | 'handler'>,
  idOrNumber: string,
): Promise<FoundInvoice | undefined> {
  const number = idOrNumber.toUpperCase()
  const row = await db
    .selectFrom('invoice')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', idOrNumber), eb('reference', '=', number)]))
    .executeTakeFirst()
  const id = row?.id ?? idOrNumber
  const found = await load(handler, invoice, id)
  // The row has found it; whether it is that one, its stream says.
  if (found.status === 'none' || (id !== idOrNumber && found.reference !== number)) return undefined
  return { id, ...found }
}

/** Such an invoice within the caller's reach; any other reads as not found. */
export async function reachedInvoice(
  context: Pick<AppContext, 'db' | 'handler'>,
  idOrNumber: string,
  reach: Reach,
): Promise<FoundInvoice> {
  const found = await findInvoice(context, idOrNumber)
  const isWithin = reach.kind === 'all' || (reach.kind === 'coe' && found?.coeId === reach.coeId)
  if (found === undefined || !isWithin) throw notFound('Invoice')
  return found
}
