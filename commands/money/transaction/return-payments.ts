import { type AnyCommand, isRefusal } from '#domain/kernel/decider.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { transaction } from '#domain/money/transaction/transaction.ts'
import { handleAgain } from '#commands/handle-again.ts'
import { type Handler, load } from '#commands/handle.ts'
import { followUp } from '#commands/follow-up.ts'
import { eachTransaction, type StepOutcome } from './each-transaction.ts'
import { ownCause } from './take-step.ts'

/** Sends transactions back to billed with a reason, each on its own; whoever may take the next step may (domain.md). */
export async function returnPayments(
  handler: Handler,
  transactionIds: readonly string[],
  reason: string,
  permissions: ReadonlySet<Permission>,
  cause: AnyCommand,
): Promise<readonly StepOutcome[]> {
  return eachTransaction(transactionIds, async (transactionId) => {
    const handled = await handleAgain(
      handler,
      transaction,
      transactionId,
      returnCommand(transactionId, reason, permissions, cause),
    )
    if (handled.outcome === 'refused') return { transactionId, refusal: handled.refusal, position: 0 }
    return { transactionId, position: handled.position }
  })
}

/** What `returnPayments` would answer now, whatever the reason, by the same decision, without writing. */
export async function previewReturn(
  handler: Handler,
  transactionIds: readonly string[],
  permissions: ReadonlySet<Permission>,
  cause: AnyCommand,
): Promise<readonly StepOutcome[]> {
  return eachTransaction(transactionIds, async (transactionId) => {
    const state = await load(handler, transaction, transactionId)
    const decision = transaction.decide(returnCommand(transactionId, ASKED_BEFORE, permissions, cause), state)
    return isRefusal(decision) ? { transactionId, refusal: decision, position: 0 } : { transactionId, position: 0 }
  })
}

/** Stands where a reason will, while it is only asked what would be said. */
export const ASKED_BEFORE = 'Asked before'

/** What a return commands of one transaction. */
export function returnCommand(
  transactionId: string,
  reason: string,
  permissions: ReadonlySet<Permission>,
  cause: AnyCommand,
) {
  const mayTake = PAYMENT_CHAIN.stepsWith(permissions)
  return followUp(ownCause(cause, transactionId), 'ReturnPayment', { reason, mayTake })
}
