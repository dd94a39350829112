import { isBlank } from '#domain/kernel/blank.ts'
import { type Command, type Decision, type Refusal, refuse } from '#domain/kernel/decider.ts'
import { tooManyMore } from './bill-documents.ts'
import type { Billed } from './bill.ts'
import type { BilledDocument, TransactionEvent } from './events.ts'
import { isOnNone, type OnInvoiceRefusal } from './on-invoice.ts'

/** What disputes say no with, to whoever raises or ends one and to every step of the chain. */
export type DisputeRefusal =
  | 'transaction_disputed'
  | 'transaction_already_disputed'
  | 'transaction_not_disputable'
  | 'transaction_not_disputed'
  | 'transaction_dispute_reason_required'
  | 'transaction_too_many_documents'
  | 'transaction_reversed'

type OfDispute = { readonly disputeId: string }
export type DisputeCommand =
  | Command<
      'DisputeTransaction',
      OfDispute & {
        readonly reason: string
        /** As they are kept by now. */
        readonly documents: readonly BilledDocument[]
      }
    >
  /** The bill stands: by the word of whoever resolved or withdrew the dispute. */
  | Command<'EndTransactionDispute', OfDispute & { readonly outcome: 'resolved' | 'withdrawn' }>
  /** The dispute was ended against the bill. */
  | Command<'RequestReversal', OfDispute>
  | Command<'CompleteReversal', OfDispute>

/** The transfer that gives a bill's money back, once. */
export const reversalTransfer = (transactionId: string): string => `transaction:${transactionId}:reversal`

type No = Refusal<DisputeRefusal | OnInvoiceRefusal> | undefined

/** Nothing more can be done with a reversed bill. */
export const isReversed = ({ reversal }: Billed): Refusal<DisputeRefusal> | undefined =>
  reversal?.isDone === true ? refuse('transaction_reversed') : undefined

/** No step is taken while a dispute is open (domain.md, Transaction). */
export const isDisputed = ({ dispute }: Billed): Refusal<DisputeRefusal> | undefined =>
  dispute === undefined ? undefined : refuse('transaction_disputed')

/** Why a bill cannot be disputed now: only one without a status and on no invoice, one dispute at a time (domain.md, Dispute). */
function mayNotDispute(bill: Billed, reason: string, added: number): No {
  const { dispute, status } = bill
  const reversed = isReversed(bill)
  if (reversed) return reversed
  if (dispute !== undefined) return refuse('transaction_already_disputed')
  const invoiced = isOnNone(bill)
  if (invoiced) return invoiced
  if (status !== 'billed') return refuse('transaction_not_disputable', { status })
  if (isBlank(reason)) return refuse('transaction_dispute_reason_required')
  return tooManyMore(added, bill)
}

/** What a paid bill answers to its disputes. */
export function decideDispute(
  command: DisputeCommand,
  bill: Billed,
): Decision<TransactionEvent, DisputeRefusal | OnInvoiceRefusal> {
  const { coeId, total, patientId, dispute, reversal } = bill
  const { disputeId } = command.data
  const stamp = { by: command.by, at: command.at, disputeId, patientId }
  const isOpen = dispute?.id === disputeId
  switch (command.type) {
    case 'DisputeTransaction': {
      const { reason, documents } = command.data
      const wrong = mayNotDispute(bill, reason, documents.length)
      if (wrong) return wrong
      return [{ type: 'TransactionDisputed', data: { ...stamp, coeId, total, reason, documents: [...documents] } }]
    }
    case 'EndTransactionDispute':
      if (!isOpen || reversal !== undefined) return refuse('transaction_not_disputed')
      return [{ type: 'TransactionDisputeEnded', data: { ...stamp, outcome: command.data.outcome } }]
    case 'RequestReversal':
      if (!isOpen || reversal !== undefined) return refuse('transaction_not_disputed')
      return [{ type: 'TransactionReversalRequested', data: { ...stamp, coeId, total } }]
    case 'CompleteReversal':
      if (!isOpen || reversal === undefined) return refuse('transaction_not_disputed')
      return [{ type: 'TransactionReversed', data: { ...stamp, coeId, total } }]
  }
}

type Disputed = Extract<TransactionEvent, { data: { readonly disputeId: string } }>

/** A paid bill after an event of its disputes. */
export function disputed(bill: Billed, { type, data }: Disputed): Billed {
  const { dispute: _open, ...closed } = bill
  switch (type) {
    case 'TransactionDisputed': {
      const { disputeId: id, by, documents } = data
      return { ...bill, dispute: { id, by }, disputes: bill.disputes + 1, documents: bill.documents + documents.length }
    }
    case 'TransactionDisputeEnded':
      return closed
    case 'TransactionReversalRequested':
      return { ...bill, reversal: { disputeId: data.disputeId, isDone: false } }
    case 'TransactionReversed': {
      const { returned: _returned, ...ended } = closed
      return { ...ended, reversal: { disputeId: data.disputeId, isDone: true } }
    }
  }
}
