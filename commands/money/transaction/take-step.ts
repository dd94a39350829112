import { type AnyCommand, isRefusal } from '#domain/kernel/decider.ts'
import type { ChainStep } from '#domain/money/transaction/chain.ts'
import type { AskedFor, BasisPoints } from '#domain/money/transaction/rules.ts'
import { isBilled, transaction, type TransactionCommand } from '#domain/money/transaction/transaction.ts'
import { handleAgain } from '#commands/handle-again.ts'
import { type Handler, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { followUp } from '#commands/follow-up.ts'
import { eachTransaction, type StepOutcome } from './each-transaction.ts'

type OneStep =
  /** Begins a payment: of a period's bills, by the shares of the day. */
  | {
      readonly step: 'initiate'
      readonly period: NonNullable<AskedFor['period']>
      readonly basisPoints: BasisPoints
      /** Draws the payment's number: once, when it begins. */
      readonly number: () => Promise<string>
    }
  | (AskedFor & { readonly step: Exclude<ChainStep, 'initiate'> })

/** One step of the payment chain on many transactions of one hospital. */
export type BulkStep = OneStep & { readonly coeId: string; readonly transactionIds: readonly string[] }

/** Takes the step on each transaction, on its own: one refused does not hold up the others. */
export async function takeStep(handler: Handler, bulk: BulkStep, cause: AnyCommand): Promise<readonly StepOutcome[]> {
  const reference = bulk.step === 'initiate' ? await numberOf(handler, bulk, cause) : NOT_DRAWN
  return eachTransaction(bulk.transactionIds, async (transactionId) => {
    const command = stepCommand(bulk, transactionId, cause, reference)
    const handled = await handleAgain(handler, transaction, transactionId, command)
    if (handled.outcome === 'refused') return { transactionId, refusal: handled.refusal, position: 0 }
    return { transactionId, position: handled.position }
  })
}

const NOT_DRAWN = 'PAY-not-drawn'

/**
 * The number of the payment that is initiated: the one that it has, where this was begun before and cut off; else a new one,
 * where there is anything to initiate (docs/decisions/0055-payments.md).
 */
async function numberOf(
  handler: Handler,
  bulk: BulkStep & { readonly step: 'initiate' },
  cause: AnyCommand,
): Promise<string> {
  const paymentId = paymentOf(cause, bulk.coeId)
  const known: string[] = []
  const looked = await eachTransaction(bulk.transactionIds, async (transactionId) => {
    const state = await load(handler, transaction, transactionId)
    if (isBilled(state) && state.approved?.paymentId === paymentId) known.push(state.approved.paymentReference)
    const decision = transaction.decide(stepCommand(bulk, transactionId, cause), state)
    return isRefusal(decision) ? { transactionId, refusal: decision, position: 0 } : { transactionId, position: 0 }
  })
  const isAny = looked.some(({ refusal }) => refusal === undefined)
  return known[0] ?? (isAny ? bulk.number() : NOT_DRAWN)
}

/** What `takeStep` would answer now, by the same decision, without writing. */
export async function previewStep(
  handler: Handler,
  bulk: BulkStep,
  cause: AnyCommand,
): Promise<readonly StepOutcome[]> {
  return eachTransaction(bulk.transactionIds, async (transactionId) => {
    const state = await load(handler, transaction, transactionId)
    const decision = transaction.decide(stepCommand(bulk, transactionId, cause), state)
    return isRefusal(decision) ? { transactionId, refusal: decision, position: 0 } : { transactionId, position: 0 }
  })
}

/** The group of transactions initiated together. */
export const paymentOf = (cause: AnyCommand, coeId: string): string => deriveId(cause.id, 'payment', coeId)

/** What one transaction's command of a bulk request derives from. */
export const ownCause = (cause: AnyCommand, transactionId: string): AnyCommand => ({
  ...cause,
  id: deriveId(cause.id, transactionId),
})

/** What a bulk step commands of one transaction; without the payment's number only to ask what would be said. */
export function stepCommand(
  bulk: Omit<BulkStep, 'transactionIds'> & OneStep,
  transactionId: string,
  cause: AnyCommand,
  paymentReference: string = NOT_DRAWN,
): TransactionCommand {
  const own = ownCause(cause, transactionId)
  if (bulk.step !== 'initiate') {
    const { step, coeId, period, initiatedOn } = bulk
    const asked = { coeId, ...(period && { period }), ...(initiatedOn && { initiatedOn }) }
    return followUp(own, 'ApprovePaymentStep', { step, ...asked })
  }
  const { coeId, basisPoints, period } = bulk
  const asked = { coeId, periodStart: period.start, periodEnd: period.end }
  return followUp(own, 'InitiatePayment', {
    paymentId: paymentOf(cause, coeId),
    paymentReference,
    ...asked,
    basisPoints,
  })
}
