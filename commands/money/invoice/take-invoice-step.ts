import { type Command, isRefusal, refuse } from '#domain/kernel/decider.ts'
import type { InvoiceStep } from '#domain/money/invoice/chain.ts'
import type { InvoicePayment } from '#domain/money/invoice/events.ts'
import { invoice, isGenerated } from '#domain/money/invoice/invoice.ts'
import type { RequestInvoiceStep } from '#domain/money/invoice/standing.ts'
import type { BasisPoints } from '#domain/money/transaction/rules.ts'
import { handleAgain } from '#commands/handle-again.ts'
import { type Handler, load, wasHandled } from '#commands/handle.ts'
import { paymentOf } from '#commands/money/transaction/take-step.ts'
import { previewAlong, stepOn } from './along.ts'
import { type Begun, begun, refused } from './begun.ts'

/** A step without what the initiation begins a payment with, which is looked up for it. */
export type TakeInvoiceStep = Command<'TakeInvoiceStep', Omit<RequestInvoiceStep['data'], 'payment'>>

/** What an initiation begins its payment with: the shares of the day, and its number, which is drawn once, when it begins. */
export type Beginning = { readonly basisPoints: BasisPoints; readonly number: () => Promise<string> }

/**
 * Takes a step on an invoice and all that is on it: refused as a whole when one transaction would refuse; else begun, and
 * taken to its end (domain.md, Invoice). A transaction that is lost in a race after that leaves the invoice. Those who ask at
 * once are asked in turn: the invoice says no to all but one, before its thousands are read for each of them.
 */
export const takeInvoiceStep = (
  handler: Handler,
  invoiceId: string,
  command: TakeInvoiceStep,
  beginning: Beginning,
): Promise<Begun> =>
  handler.turns.take(`asking invoice-${invoiceId}`, () => beginStep(handler, invoiceId, command, beginning))

async function beginStep(
  handler: Handler,
  invoiceId: string,
  command: TakeInvoiceStep,
  beginning: Beginning,
): Promise<Begun> {
  const { step } = command.data
  const isKnown = await wasHandled(handler, invoice, invoiceId, command.id)
  if (!isKnown) {
    const no = await previewInvoiceStep(handler, invoiceId, command, beginning.basisPoints)
    if (no !== undefined) return no
  }
  const coeId = await hospitalOf(handler, invoiceId)
  const payment = paymentFor(
    step,
    command,
    coeId,
    beginning.basisPoints,
    isKnown ? NOT_DRAWN : await numberOf(step, beginning),
  )
  const request = { ...command, type: 'RequestInvoiceStep' as const, data: { ...command.data, payment } }
  const requested = await handleAgain(handler, invoice, invoiceId, request)
  if (requested.outcome === 'refused') return refused(requested.refusal)
  return begun(handler, invoiceId, requested.position, command)
}

/** Why the step would be refused now, by the invoice or by a transaction on it, without writing. Undefined when it would not. */
export async function previewInvoiceStep(
  handler: Handler,
  invoiceId: string,
  command: TakeInvoiceStep,
  basisPoints: BasisPoints,
): Promise<(Begun & { readonly outcome: 'refused' }) | undefined> {
  const { step } = command.data
  const state = await load(handler, invoice, invoiceId)
  const coeId = state.status === 'none' ? '' : state.coeId
  const payment = paymentFor(step, command, coeId, basisPoints, NOT_DRAWN)
  const asked = { ...command, type: 'RequestInvoiceStep' as const, data: { ...command.data, payment } }
  const decision = invoice.decide(asked, state)
  if (isRefusal(decision)) return refused(decision)
  if (!isGenerated(state)) return refused(refuse('invoice_unknown'))
  const ids = state.lines.map(({ transactionId }) => transactionId)
  const outcomes = await previewAlong(
    handler,
    ids,
    stepOn(invoiceId, step, { ...state, ...(payment && { payment }) }),
    command,
  )
  const no = outcomes.filter(({ refusal }) => refusal !== undefined)
  if (no.length === 0) return undefined
  return refused(refuse('invoice_transactions_refuse', { count: no.length, of: ids.length }), no)
}

const NOT_DRAWN = 'PAY-not-drawn'
const numberOf = async (step: InvoiceStep, { number }: Beginning) => (step === 'initiate' ? number() : NOT_DRAWN)

const paymentFor = (
  step: InvoiceStep,
  command: TakeInvoiceStep,
  coeId: string,
  basisPoints: BasisPoints,
  paymentReference: string,
): InvoicePayment | undefined =>
  step === 'initiate' ? { paymentId: paymentOf(command, coeId), paymentReference, basisPoints } : undefined

async function hospitalOf(handler: Handler, invoiceId: string): Promise<string> {
  const state = await load(handler, invoice, invoiceId)
  return state.status === 'none' ? '' : state.coeId
}
