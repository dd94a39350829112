import { walletOf, payableTo } from '#domain/kernel/accounts.ts'
import type { AnyCommand, Command } from '#domain/kernel/decider.ts'
import { dispute, type DisputeCommand, type DisputeRefusal } from '#domain/money/dispute/dispute.ts'
import { reversalTransfer } from '#domain/money/transaction/disputed.ts'
import { isBilled, transaction, type TransactionRefusal } from '#domain/money/transaction/transaction.ts'
import { followUp } from '#commands/follow-up.ts'
import { handleAgain, type Outcome } from '#commands/handle-again.ts'
import { handle, type Handler, load } from '#commands/handle.ts'
import { moveMoney } from '#commands/money/wallet/move-money.ts'
import { NeitherWay, toTheEnd } from '#commands/processes/to-the-end.ts'

export type EndDispute = Extract<DisputeCommand, Command<'EndDispute', unknown>>
export type DisputeEnd = Outcome<DisputeRefusal | TransactionRefusal>

/**
 * Ends a dispute: first in its own stream, which decides who was faster, then on the bill; reversed, the bill's money goes
 * back to the wallet that paid it (domain.md, Dispute and Money).
 */
export async function endDispute(handler: Handler, disputeId: string, command: EndDispute): Promise<DisputeEnd> {
  const ended = await handleAgain(handler, dispute, disputeId, command)
  if (ended.outcome === 'refused') return ended
  return toTheEnd(`Dispute ${disputeId}`, () => endOnBill(handler, disputeId, command))
}

/** What an ended dispute means for its bill; `cause` as in finishFunding. */
export async function endOnBill(handler: Handler, disputeId: string, cause: AnyCommand): Promise<DisputeEnd> {
  const ended = await load(handler, dispute, disputeId)
  if (ended.status === 'none' || ended.status === 'open') throw new Error(`Dispute ${disputeId} has not ended`)
  const { status: outcome, transactionId } = ended
  if (outcome !== 'reversed') {
    const data = { disputeId, outcome }
    return handle(handler, transaction, transactionId, followUp(cause, 'EndTransactionDispute', data))
  }
  const requested = followUp(cause, 'RequestReversal', { disputeId })
  const asked = await handle(handler, transaction, transactionId, requested)
  if (asked.outcome === 'refused') return asked
  return completeReversal(handler, transactionId, requested)
}

/** Gives a bill's money back: from what is payable to the hospital to the patient's wallet, once. There is no way back. */
export async function completeReversal(
  handler: Handler,
  transactionId: string,
  cause: AnyCommand,
): Promise<Outcome<TransactionRefusal>> {
  const bill = await load(handler, transaction, transactionId)
  if (!isBilled(bill) || bill.reversal === undefined) throw new Error(`Transaction ${transactionId} is not reversed`)
  const [source, target] = [payableTo(bill.coeId), walletOf(bill.patientId)]
  const move = { transferId: reversalTransfer(transactionId), source, target, amount: bill.total }
  const moved = await moveMoney(handler, move, cause)
  if (moved.outcome === 'refused') throw new NeitherWay(`Transaction ${transactionId}`, moved.why)
  const { disputeId } = bill.reversal
  const closed = await handle(handler, transaction, transactionId, followUp(cause, 'CompleteReversal', { disputeId }))
  if (closed.outcome === 'refused') throw new NeitherWay(`Transaction ${transactionId}`, closed.refusal.refused)
  return { outcome: 'done', position: Math.max(moved.position, closed.position) }
}
