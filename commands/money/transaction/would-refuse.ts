import { lagosDay } from '#domain/kernel/dates.ts'
import { type AnyCommand, isRefusal, type Refusal } from '#domain/kernel/decider.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { dispute, type Dispute, type DisputeRefusal } from '#domain/money/dispute/dispute.ts'
import { DISPUTE_OUTCOMES, type DisputeOutcome } from '#domain/money/dispute/outcomes.ts'
import { type ChainStep, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { type AskedFor, ALL_TO_COE } from '#domain/money/transaction/rules.ts'
import type { Billed } from '#domain/money/transaction/bill.ts'
import { transaction, type TransactionRefusal } from '#domain/money/transaction/transaction.ts'
import { followUp } from '#commands/follow-up.ts'
import { ASKED_BEFORE, returnCommand } from './return-payments.ts'
import { stepCommand } from './take-step.ts'

/** Every act on a bill that people are offered: the steps of its chain, its return and the answer, a dispute and its ends. */
export const BILL_ACTS = [
  ...PAYMENT_CHAIN.links.map(({ step }) => step),
  'return',
  'answer',
  'dispute',
  ...DISPUTE_OUTCOMES,
] as const
export type BillAct = ChainStep | 'return' | 'answer' | 'dispute' | DisputeOutcome

/** Somebody who asks what they may do, as their request says who they are. */
export type Asker = {
  readonly cause: AnyCommand
  readonly permissions: ReadonlySet<Permission>
  /** The hospital whose word they speak; of somebody without one, nothing. */
  readonly ofCoe: string | undefined
}

type BillRefusal = Refusal<TransactionRefusal | DisputeRefusal>

/**
 * What an act on a bill would be refused with now, by the decision that would refuse it; undefined where it would be done.
 * `behind` is the dispute that is open on the bill. A text that people give with an act is held to be given.
 */
export function wouldRefuse(
  act: BillAct,
  { id, ...bill }: Billed & { readonly id: string },
  behind: Dispute,
  { cause, permissions, ofCoe }: Asker,
  period?: NonNullable<AskedFor['period']>,
): BillRefusal | undefined {
  const said = (command: Parameters<typeof transaction.decide>[0]) => asRefusal(transaction.decide(command, bill))
  switch (act) {
    case 'initiate': {
      // A bill is paid for in the period that is asked for; of itself, in that of its day.
      const day = lagosDay(bill.billedAt)
      const asked = { coeId: bill.coeId, period: period ?? { start: day, end: day } }
      const number = () => Promise.reject(new Error('Nothing is initiated'))
      return said(stepCommand({ step: act, ...asked, basisPoints: ALL_TO_COE, number }, id, cause))
    }
    case 'recommend':
    case 'approve':
    case 'dfa':
    case 'permsec':
      return said(stepCommand({ step: act, coeId: bill.coeId, ...(period && { period }) }, id, cause))
    case 'return':
      return said(returnCommand(id, ASKED_BEFORE, permissions, cause))
    case 'answer':
      return said(followUp(cause, 'AnswerReturn', { answer: ASKED_BEFORE, documents: [] }))
    case 'dispute':
      return said(followUp(cause, 'DisputeTransaction', { disputeId: '', reason: ASKED_BEFORE, documents: [] }))
    case 'resolved':
    case 'reversed':
    case 'withdrawn':
      // Where none is open on the bill, there is nothing to end.
      if (bill.dispute === undefined) return { refused: 'transaction_not_disputed' }
      return wouldNotEnd(act, behind, { cause, ofCoe })
  }
}

/** Why a dispute would not end so for somebody; undefined where it would. */
export function wouldNotEnd(
  outcome: DisputeOutcome,
  behind: Dispute,
  { cause, ofCoe }: Omit<Asker, 'permissions'>,
): Refusal<DisputeRefusal> | undefined {
  const data = { outcome, comment: ASKED_BEFORE, ofCoe }
  return asRefusal(dispute.decide(followUp(cause, 'EndDispute', data), behind))
}

function asRefusal<E, R extends string>(decision: readonly E[] | Refusal<R>): Refusal<R> | undefined {
  return isRefusal(decision) ? decision : undefined
}
