import type { Refusal } from '#domain/kernel/decider.ts'
import type { TransactionRefusal } from '#domain/money/transaction/transaction.ts'
import type { Position } from '#commands/log/event-log.ts'
import { UnreadEvent } from '#commands/log/unread-event.ts'
import { each } from './each.ts'

/** What becomes of each transaction: done, or refused and why. `position` is 0 where nothing was written. */
export type StepOutcome = {
  readonly transactionId: string
  readonly refusal?: Refusal<StepRefusal>
  readonly position: Position
}
export type StepRefusal = TransactionRefusal | 'transaction_unreadable'

/** `each` for transactions: one whose events cannot be read is refused on its own, as one that a rule refuses. */
export const eachTransaction = (
  transactionIds: readonly string[],
  act: (transactionId: string) => Promise<StepOutcome>,
): Promise<readonly StepOutcome[]> => each(transactionIds, (id) => unlessUnread(id, act))

/** One whose events cannot be read is refused. */
export async function unlessUnread(
  transactionId: string,
  act: (transactionId: string) => Promise<StepOutcome>,
): Promise<StepOutcome> {
  try {
    return await act(transactionId)
  } catch (error) {
    if (!(error instanceof UnreadEvent)) throw error
    const { position } = error
    return { transactionId, refusal: { refused: 'transaction_unreadable', detail: { position } }, position: 0 }
  }
}
