import { load } from '#commands/handle.ts'
import type { Billed } from '#domain/money/transaction/bill.ts'
import { isBilled, transaction } from '#domain/money/transaction/transaction.ts'
import type { Reach } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'
import { idsNumbered } from './ids-numbered.ts'

/** A bill within the caller's reach, as its stream says, by id or number; any other reads as not found. */
export async function reachedBill(
  { db, handler }: AppContext,
  idOrReference: string,
  reach: Reach,
): Promise<Billed & { readonly id: string }> {
  const number = idOrReference.toUpperCase()
  // Rows find a number, and say nothing else: an id needs none.
  const ids = number.startsWith('TRX-') ? await idsNumbered(db, 'transaction', number) : [idOrReference]
  const found = await Promise.all(ids.map(async (id) => ({ id, bill: await load(handler, transaction, id) })))
  const [one, another] = found.flatMap(({ id, bill }) =>
    isBilled(bill) && (id === idOrReference || bill.reference === number) ? [{ id, ...bill }] : [],
  )
  if (one === undefined || another !== undefined || !isWithin(reach, one)) throw notFound('Transaction')
  return one
}

function isWithin(reach: Reach, { coeId, patientId }: Billed): boolean {
  if (reach.kind === 'all') return true
  return reach.kind === 'coe' ? coeId === reach.coeId : patientId === reach.patientId
}
