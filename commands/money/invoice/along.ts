import type { AnyCommand } from '#domain/kernel/decider.ts'
import { isRefusal } from '#domain/kernel/decider.ts'
import type { InvoiceStep } from '#domain/money/invoice/chain.ts'
import type { InvoiceLine, NotAlong } from '#domain/money/invoice/events.ts'
import type { AskedInvoice, StandingInvoice } from '#domain/money/invoice/standing.ts'
import { whyNotOn } from '#domain/money/transaction/invoiced.ts'
import { type InvoiceAsks, isBilled, transaction, type Transaction } from '#domain/money/transaction/transaction.ts'
import { followUp } from '#commands/follow-up.ts'
import { CommandIdReused, handle, type Handler, load } from '#commands/handle.ts'
import { eachOfMany } from '#commands/money/transaction/each.ts'
import { type StepOutcome, unlessUnread } from '#commands/money/transaction/each-transaction.ts'
import { ownCause } from '#commands/money/transaction/take-step.ts'
import { NeitherWay } from '#commands/processes/to-the-end.ts'

/** What coming on an invoice asks of a bill. */
export const comeOn = (
  invoiceId: string,
  invoice: Pick<AskedInvoice, 'reference' | 'coeId' | 'periodStart' | 'periodEnd' | 'isByCmd'>,
): InvoiceAsks => {
  const { reference: invoiceReference, coeId, isByCmd, periodStart: start, periodEnd: end } = invoice
  return { type: 'InvoiceTransaction', data: { invoiceId, invoiceReference, coeId, isByCmd, period: { start, end } } }
}

/** What a step of an invoice asks of each bill on it. */
export function stepOn(
  invoiceId: string,
  step: InvoiceStep,
  { coeId, periodStart, periodEnd, payment }: Pick<StandingInvoice, 'coeId' | 'periodStart' | 'periodEnd' | 'payment'>,
): InvoiceAsks {
  if (step === 'cmd') return { type: 'CmdApproveTransaction', data: { invoiceId } }
  if (step !== 'initiate') return { type: 'ApprovePaymentStep', data: { invoiceId, coeId, step } }
  if (payment === undefined) throw new Error(`Invoice ${invoiceId} is initiated without a payment`)
  return { type: 'InitiatePayment', data: { invoiceId, coeId, periodStart, periodEnd, ...payment } }
}

/** What each bill would answer now, by its own decision, without writing. */
export function previewAlong(
  handler: Handler,
  transactionIds: readonly string[],
  asked: InvoiceAsks,
  cause: AnyCommand,
): Promise<readonly StepOutcome[]> {
  const preview = async (transactionId: string): Promise<StepOutcome> => {
    const state = await load(handler, transaction, transactionId)
    const decision = transaction.decide({ ...ownCause(cause, transactionId), ...asked }, state)
    return { transactionId, position: 0, ...(isRefusal(decision) && { refusal: decision }) }
  }
  return eachOfMany(transactionIds, (id) => unlessUnread(id, preview), READING_LANES)
}

const READING_LANES = 32

/** Those of a pre-flight that say no, as the invoice keeps them. */
export const refusedOf = (outcomes: readonly StepOutcome[]): readonly NotAlong[] =>
  outcomes.flatMap(({ transactionId, refusal }) =>
    refusal === undefined ? [] : [{ transactionId, refused: refusal.refused }],
  )

/** The bills that went along, as lines, and those that did not. */
export type Along = { readonly lines: readonly InvoiceLine[]; readonly dropped: readonly NotAlong[] }

/**
 * Takes each bill along, once, whoever asks how often: what a bill has answered stands in its own stream. Throws where one
 * cannot be read: what it answers nobody knows, and nothing is decided for it.
 */
export async function takeAlong(
  handler: Handler,
  transactionIds: readonly string[],
  invoiceId: string,
  asked: InvoiceAsks,
  cause: AnyCommand,
): Promise<Along> {
  const answers = await eachOfMany(transactionIds, async (transactionId): Promise<InvoiceLine | NotAlong> => {
    const { state, no } = await follow(handler, transactionId, invoiceId, asked, cause)
    if (!isBilled(state)) return { transactionId, refused: 'transaction_unknown' }
    const refused = no ?? whyNotOn(invoiceId, state)
    const { total, billedBy } = state
    return refused === undefined ? { transactionId, total, billedBy } : { transactionId, refused }
  })
  return {
    lines: answers.flatMap((answer) => ('total' in answer ? [answer] : [])),
    dropped: answers.flatMap((answer) => ('refused' in answer ? [answer] : [])),
  }
}

async function follow(
  handler: Handler,
  transactionId: string,
  invoiceId: string,
  asked: InvoiceAsks,
  cause: AnyCommand,
): Promise<{ readonly state: Transaction; readonly no?: string }> {
  const command = followUp(ownCause(cause, transactionId), 'FollowInvoice', { invoiceId, asked })
  try {
    const handled = await handle(handler, transaction, transactionId, command)
    const { state } = handled
    if (handled.outcome === 'done') return { state }
    const { refused: no } = handled.refusal
    // On it still, and it neither goes along nor leaves.
    if (isBilled(state) && state.invoice?.id === invoiceId) throw new NeitherWay(transactionId, no)
    return { state, no }
  } catch (error) {
    if (!(error instanceof CommandIdReused)) throw error
    return { state: await load(handler, transaction, transactionId) }
  }
}

/** Takes each bill off an invoice that is returned; of one that is off it already there is nothing to do. */
export async function releaseAll(
  handler: Handler,
  transactionIds: readonly string[],
  invoiceId: string,
  cause: AnyCommand,
): Promise<void> {
  await eachOfMany(transactionIds, async (transactionId) => {
    const command = followUp(ownCause(cause, transactionId), 'ReleaseFromInvoice', { invoiceId })
    const released = await handle(handler, transaction, transactionId, command)
    if (released.outcome === 'done' || released.refusal.refused === 'transaction_not_on_invoice') return
    throw new NeitherWay(transactionId, released.refusal.refused)
  })
}
