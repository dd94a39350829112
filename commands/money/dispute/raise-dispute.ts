import { type AnyCommand, type Command, isRefusal } from '#domain/kernel/decider.ts'
import { dispute, type DisputeRefusal } from '#domain/money/dispute/dispute.ts'
import type { BilledDocument } from '#domain/money/transaction/events.ts'
import { isBilled, transaction, type TransactionRefusal } from '#domain/money/transaction/transaction.ts'
import { followUp } from '#commands/follow-up.ts'
import { handleAgain, type Outcome } from '#commands/handle-again.ts'
import { type Handler, load, wasHandled } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'

type Wanted = { readonly reason: string; readonly documents: readonly BilledDocument[] }
/** What a dispute is raised with, as the flag on its bill says it too. */
type Flag = Wanted & { readonly disputeId: string }

/** The dispute that a request raises: the same request raises the same one. */
export const disputeOf = (cause: AnyCommand): string => deriveId(cause.id, 'dispute')

/**
 * Disputes a bill: first the flag in the bill's own stream, which decides every race with a step of the chain, then the
 * dispute behind it (domain.md, Transaction). `attach` as in answerReturn; `command` names the documents without their hashes.
 */
export async function raiseDispute(
  handler: Handler,
  transactionId: string,
  command: Command<'DisputeTransaction', Wanted>,
  attach: () => Promise<readonly BilledDocument[]>,
): Promise<Outcome<TransactionRefusal | DisputeRefusal>> {
  const disputeId = disputeOf(command)
  const flag = { ...command, data: { ...command.data, disputeId } }
  if (!(await wasHandled(handler, transaction, transactionId, command.id))) {
    const hopeless = transaction.decide(flag, await load(handler, transaction, transactionId))
    if (isRefusal(hopeless)) return { outcome: 'refused', refusal: hopeless }
  }
  const documents = await attach()
  const flagged = await handleAgain(handler, transaction, transactionId, { ...flag, data: { ...flag.data, documents } })
  if (flagged.outcome === 'refused') return flagged
  return raiseBehind(handler, transactionId, { disputeId, reason: command.data.reason, documents }, command)
}

/** Raises the dispute that a flag stands for; `cause` as in finishFunding. */
export async function raiseBehind(
  handler: Handler,
  transactionId: string,
  { disputeId, reason, documents }: Flag,
  cause: AnyCommand,
): Promise<Outcome<DisputeRefusal>> {
  const bill = await load(handler, transaction, transactionId)
  if (!isBilled(bill)) throw new Error(`Transaction ${transactionId} has no bill to dispute`)
  const { patientId, coeId, billedBy } = bill
  const data = { transactionId, patientId, coeId, billedBy, reason, documents }
  return handleAgain(handler, dispute, disputeId, followUp(cause, 'RaiseDispute', data))
}
