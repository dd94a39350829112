import type { AnyCommand, Refusal } from '#domain/kernel/decider.ts'
import type { Outcome } from '#commands/handle-again.ts'
import type { Handler } from '#commands/handle.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { completeReversal } from '#commands/money/dispute/end-dispute.ts'
import { completeFunding, refuseFunding } from '#commands/money/funding/move-funds.ts'
import { completeBilling, refuseBilling } from '#commands/money/transaction/bill-patient.ts'
import { closes, commandBehind, opens, type ProcessDefinition } from '#commands/processes/definition.ts'
import { endingDisputes, raisingDisputes } from './dispute-processes.ts'
import { finishingInvoices } from './invoice-process.ts'
import { GRACE_MS, idOf } from './own-move.ts'

/** A move of money between streams: what begins it, what ends it, and its two ways (domain.md, Moving money). */
type MoneyMove = {
  readonly name: string
  readonly intentions: readonly string[]
  readonly outcomes: readonly string[]
  readonly forward: (handler: Handler, id: string, cause: AnyCommand) => Promise<Outcome<string>>
  /** Without one, it only goes forward. */
  readonly back?: (handler: Handler, id: string, cause: AnyCommand, refusal: Refusal) => Promise<Outcome<string>>
}

const processOf = ({ name, intentions, outcomes, forward, back }: MoneyMove): ProcessDefinition => ({
  name,
  on: Object.fromEntries([
    ...intentions.map((type) => [type, ({ stream }: Recorded) => [opens(stream, GRACE_MS)]]),
    ...outcomes.map((type) => [type, ({ stream }: Recorded) => [closes(stream)]]),
  ]),
  work: {
    forward: (handler, { event }) => forward(handler, idOf(event), commandBehind(event)),
    ...(back && { back: (handler, { event }, refusal) => back(handler, idOf(event), commandBehind(event), refusal) }),
  },
})

/** Every recorded intention to move money comes to its end, forward or back, whatever crashed on the way. */
export const moneyProcesses: readonly ProcessDefinition[] = [
  processOf({
    name: 'funding',
    intentions: ['PoolCreditRequested', 'AllocationRequested', 'PatientFundingRequested', 'FundingConfirmed'],
    outcomes: ['FundingCompleted', 'FundingRefused'],
    forward: completeFunding,
    back: refuseFunding,
  }),
  processOf({
    name: 'billing',
    intentions: ['TransactionBillingRequested'],
    outcomes: ['TransactionBilled', 'TransactionBillingRefused'],
    forward: completeBilling,
    back: refuseBilling,
  }),
  processOf({
    name: 'reversal',
    intentions: ['TransactionReversalRequested'],
    outcomes: ['TransactionReversed'],
    forward: completeReversal,
  }),
  raisingDisputes,
  endingDisputes,
  finishingInvoices,
]
