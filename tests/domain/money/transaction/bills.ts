import { kobo } from '#domain/kernel/money.ts'
import type { ChainStep } from '#domain/money/transaction/chain.ts'
import type { BilledDocument, TransactionEvent } from '#domain/money/transaction/events.ts'
import {
  type BillCommand,
  type InvoiceAsks,
  transaction,
  type TransactionCommand,
} from '#domain/money/transaction/transaction.ts'
import { isRefusal } from '#domain/kernel/decider.ts'
import { command } from '#tests/support/command.ts'

/** Percentages of the day: 85, 5, 7 and 3 %. */
export const BASIS_POINTS = { coe: 8500, bank: 500, manufacturer: 700, emge: 300 }

/** A line of 2 x 150.25 naira. */
export const LINE = { itemId: 'item-1', name: 'Chemotherapy', categoryId: 2, quantity: 2, price: kobo(15_025) }

/** What a hospital's billing clerk asks for. */
export const bill = (over: Partial<BillCommand['data']> = {}, by = 'biller'): BillCommand =>
  command(
    'RequestBilling',
    {
      reference: 'TRX-2026-000001',
      kind: 'service',
      patientId: 'patient-1',
      coeId: 'coe-1',
      lines: [LINE],
      documents: [],
      ...over,
    },
    { by },
  )

export const complete = (by = 'biller') => command('CompleteBilling', {}, { by })
export const refuseBill = (by = 'biller') =>
  command('RefuseBilling', { refused: 'transaction_insufficient_funds' }, { by })

/** The command of a step of the chain, by that person. */
export function take(step: ChainStep, by: string): TransactionCommand {
  if (step !== 'initiate') return command('ApprovePaymentStep', { step }, { by })
  const period = { periodStart: '2026-03-01', periodEnd: '2026-03-02' }
  return command(
    'InitiatePayment',
    { paymentId: 'payment-1', paymentReference: 'PAY-2026-000001', ...period, basisPoints: BASIS_POINTS },
    { by },
  )
}

export const sendBack = (by: string, mayTake: readonly ChainStep[], reason = 'Lines do not match the documents') =>
  command('ReturnPayment', { reason, mayTake }, { by })

/** A document that was missing, as it is kept. */
export const SCAN = { documentId: 'document-1', name: 'Histology', sha256: 'a'.repeat(64) }

export const answerTo = (by: string, answer = 'It is attached', documents: readonly BilledDocument[] = [SCAN]) =>
  command('AnswerReturn', { answer, documents }, { by })

/** Holds the bill up; the dispute is one that they name. */
export const dispute = (by: string, reason = 'The drug was not given', disputeId = 'dispute-1') =>
  command('DisputeTransaction', { disputeId, reason, documents: [SCAN] }, { by })
/** What follows of a dispute's end: the bill stands, or is to be given back, or has been. */
export const release = (by: string, disputeId = 'dispute-1', outcome: 'resolved' | 'withdrawn' = 'resolved') =>
  command('EndTransactionDispute', { disputeId, outcome }, { by })
export const reverse = (by: string, disputeId = 'dispute-1') => command('RequestReversal', { disputeId }, { by })
export const reversed = (by: string, disputeId = 'dispute-1') => command('CompleteReversal', { disputeId }, { by })

/** Comes on an invoice, as staff asks for it, or the CMD. */
export const comeOn = (by: string, invoiceId = 'invoice-1', isByCmd = false) =>
  command('InvoiceTransaction', { invoiceId, invoiceReference: `INV-of-${invoiceId}`, isByCmd }, { by })
export const cmdApprove = (by: string, invoiceId = 'invoice-1') =>
  command('CmdApproveTransaction', { invoiceId }, { by })
/** A step of the chain as the invoice asks for it. */
export function takeOn(step: ChainStep, by: string, invoiceId = 'invoice-1'): TransactionCommand {
  const one = take(step, by)
  return { ...one, data: { ...one.data, invoiceId } } as TransactionCommand
}
/** The same as an invoice that has begun it asks: who says no leaves it, or does not come on it. */
export const follow = (asked: TransactionCommand, invoiceId = 'invoice-1') =>
  command(
    'FollowInvoice',
    { invoiceId, asked: { type: asked.type, data: asked.data } as InvoiceAsks },
    { by: asked.by },
  )
/** Off its invoice, as that is returned. */
export const leave = (by: string, invoiceId = 'invoice-1', refused?: string) =>
  command('ReleaseFromInvoice', { invoiceId, refused }, { by })

/** The events of commands that must all be taken; throws on the first refusal. */
export function historyOf(...commands: readonly TransactionCommand[]): TransactionEvent[] {
  const history: TransactionEvent[] = []
  let state = transaction.initial()
  for (const each of commands) {
    const decision = transaction.decide(each, state)
    if (isRefusal(decision)) throw new Error(`${each.type} was refused: ${decision.refused}`)
    history.push(...decision)
    state = decision.reduce(transaction.evolve, state)
  }
  return history
}
