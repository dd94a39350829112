import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import type { Reach } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'
import { reachedBill } from '#api/money/reached-bill.ts'

/** A dispute of a bill, and what it is about. */
export type ReachedDispute = {
  readonly disputeId: string
  readonly bill: Awaited<ReturnType<typeof reachedBill>>
}

/**
 * The dispute of a bill within the caller's reach that is named, or its newest one, as the bill's own stream has it; a bill
 * by its id or number. Whatever else is named reads as not found.
 */
export async function reachedDispute(
  context: AppContext,
  idOrReference: string,
  reach: Reach,
  named?: string,
): Promise<ReachedDispute> {
  const bill = await reachedBill(context, idOrReference, reach)
  const { events } = await context.log.readWhatHolds<TransactionEvent>(`transaction-${bill.id}`)
  const disputes = events.flatMap(({ event }) => (event.type === 'TransactionDisputed' ? [event.data.disputeId] : []))
  const disputeId = named ?? disputes.at(-1)
  if (disputeId === undefined || !disputes.includes(disputeId)) throw notFound('Dispute')
  return { disputeId, bill }
}
