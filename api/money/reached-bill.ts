import { load } from '#commands/handle.ts'
import type { Billed } from '#domain/money/transaction/bill.ts'
import { isBilled, transaction } from '#domain/money/transaction/transaction.ts'
import type { Reach } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'

/** A bill within the caller's reach, as its stream says, by id or number; any other reads as not found. */
export async function reachedBill(
  { db, handler }: AppContext,
  idOrReference: string,
  reach: Reach,
): Promise<Billed & { readonly id: string }> {
  const row = await db
    .selectFrom('transaction')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', idOrReference), eb('reference', '=', idOrReference.toUpperCase())]))
    .executeTakeFirst()
  const id = row?.id ?? idOrReference
  const bill = await load(handler, transaction, id)
  if (!isBilled(bill) || !isWithin(reach, bill)) throw notFound('Transaction')
  if (id !== idOrReference && bill.reference !== idOrReference.toUpperCase()) throw notFound('Transaction')
  return { id, ...bill }
}

function isWithin(reach: Reach, { coeId, patientId }: Billed): boolean {
  if (reach.kind === 'all') return true
  return reach.kind === 'coe' ? coeId === reach.coeId : patientId === reach.patientId
}
