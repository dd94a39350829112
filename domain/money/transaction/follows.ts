import { type Asked, follows } from '#domain/kernel/follows.ts'
import { PAYMENT_CHAIN } from './chain.ts'
import type { TransactionEvent } from './events.ts'
import { isBilled, transaction, type Transaction, type TransactionCommand } from './transaction.ts'

function asked({ type, data }: TransactionEvent, state: Transaction): Asked<TransactionCommand> {
  switch (type) {
    case 'TransactionBillingRequested':
      return { type: 'RequestBilling', data }
    case 'TransactionBilled':
      return { type: 'CompleteBilling', data: {} }
    case 'TransactionBillingRefused':
      return { type: 'RefuseBilling', data }
    case 'TransactionPaymentInitiated':
      return { type: 'InitiatePayment', data: { ...data, ...byInvoice(state) } }
    case 'TransactionPaymentRecommended':
    case 'TransactionPaymentApproved':
    case 'TransactionDfaApproved':
    case 'TransactionPermsecApproved':
      return { type: 'ApprovePaymentStep', data: { step: PAYMENT_CHAIN.linkOf(type).step, ...byInvoice(state) } }
    case 'TransactionPaymentReturned': {
      // Which steps they might take is in no event: that whose turn it was.
      const turn = isBilled(state) ? PAYMENT_CHAIN.next(state.status) : undefined
      return { type: 'ReturnPayment', data: { reason: data.reason, mayTake: turn === undefined ? [] : [turn.step] } }
    }
    case 'TransactionReturnAnswered':
      return { type: 'AnswerReturn', data }
    case 'TransactionDisputed':
      return { type: 'DisputeTransaction', data }
    case 'TransactionDisputeEnded':
      return { type: 'EndTransactionDispute', data }
    case 'TransactionReversalRequested':
      return { type: 'RequestReversal', data }
    case 'TransactionReversed':
      return { type: 'CompleteReversal', data }
    case 'TransactionInvoiced':
      return { type: 'InvoiceTransaction', data }
    case 'TransactionLeftOut':
      return { type: 'LeaveOutOfInvoice', data }
    case 'TransactionCmdApproved':
      return { type: 'CmdApproveTransaction', data }
    case 'TransactionReleased':
      return { type: 'ReleaseFromInvoice', data }
  }
}

/** Whether a step was one of its invoice's stands in the invoice's stream, and is held against it there (verify-invoices.ts). */
const byInvoice = (state: Transaction) =>
  isBilled(state) && state.invoice !== undefined ? { invoiceId: state.invoice.id } : {}

export const transactionFollows = follows(transaction, asked, {
  personalOnly: ['TransactionReturnAnswered'],
  later: { transaction_period_beyond_programme: { TransactionPaymentInitiated: 3 } },
})
