import type { AnyCommand } from '../../domain/kernel/decider.ts'
import type { Permission } from '../../domain/kernel/permissions.ts'
import { CHAIN } from '../../domain/transaction/chain.ts'
import { transaction } from '../../domain/transaction/transaction.ts'
import { handle, type Handler } from '../handle.ts'
import { deriveId } from '../ids.ts'
import { step } from '../move-money.ts'
import type { StepOutcome } from './take-step.ts'

/** Sends transactions back to billed with a reason, each on its own; whoever may take the next step may (domain.md). */
export async function returnPayments(
  handler: Handler,
  transactionIds: readonly string[],
  reason: string,
  permissions: ReadonlySet<Permission>,
  cause: AnyCommand,
): Promise<readonly StepOutcome[]> {
  const mayTake = CHAIN.filter(({ permission }) => permissions.has(permission)).map((link) => link.step)
  const outcomes: StepOutcome[] = []
  for (const transactionId of transactionIds) {
    const own = { ...cause, id: deriveId(cause.id, transactionId) }
    const handled = await handle(handler, transaction, transactionId, step(own, 'ReturnPayment', { reason, mayTake }))
    outcomes.push(
      handled.outcome === 'refused'
        ? { transactionId, refusal: handled.refusal, position: 0 }
        : { transactionId, position: handled.position },
    )
  }
  return outcomes
}
