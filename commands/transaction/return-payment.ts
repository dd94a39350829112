import { type AnyCommand, refuse, type Refusal } from '../../domain/kernel/decider.ts'
import type { Permission } from '../../domain/kernel/permissions.ts'
import { linkOf, nextStep } from '../../domain/transaction/chain.ts'
import {
  isBilled,
  transaction,
  type Transaction,
  type TransactionRefusal,
} from '../../domain/transaction/transaction.ts'
import { handle, type Handled, type Handler, load } from '../handle.ts'
import { step } from '../move-money.ts'

export type ReturnRefusal = TransactionRefusal | 'transaction_not_your_turn'

/** Sends a transaction back to billed, with a reason; only whoever may take the next step may (domain.md). */
export async function returnPayment(
  handler: Handler,
  transactionId: string,
  reason: string,
  permissions: ReadonlySet<Permission>,
  cause: AnyCommand,
): Promise<Handled<Transaction, ReturnRefusal>> {
  const state = await load(handler, transaction, transactionId)
  const next = isBilled(state) ? nextStep(state.status) : undefined
  if (next !== undefined && !permissions.has(linkOf(next).permission)) {
    const refusal: Refusal<ReturnRefusal> = refuse('transaction_not_your_turn', { next })
    return { outcome: 'refused', refusal, state }
  }
  return handle(handler, transaction, transactionId, step(cause, 'ReturnPayment', { reason }))
}
