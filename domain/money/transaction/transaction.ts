import { type Command, type Decider, type Decision, isRefusal, refuse } from '#domain/kernel/decider.ts'
import type { Asked } from '#domain/kernel/follows.ts'
import type { Kobo } from '#domain/kernel/money.ts'
import { same } from '#domain/kernel/same.ts'
import type { Bill, Billed } from './bill.ts'
import { type ChainStep, PAYMENT_CHAIN } from './chain.ts'
import { decideDispute, disputed, type DisputeCommand, isReversed } from './disputed.ts'
import type { BilledDocument, TransactionEvent, TransactionLine } from './events.ts'
import { decideInvoiced, invoiced, notAlong, type OnInvoiceCommand } from './invoiced.ts'
import { isOnNone } from './on-invoice.ts'
import {
  ALL_TO_COE,
  type AskedFor,
  type BasisPoints,
  checkLines,
  checkStep,
  digestOfBill,
  checkAnswer,
  isAskedFor,
  isPayablePeriod,
  type RuleRefusal,
  sharesOf,
  totalOf,
  whoStoodUpFor,
} from './rules.ts'

export type BillCommand = Command<
  'RequestBilling',
  {
    readonly reference: string
    readonly kind: 'service' | 'drug'
    readonly patientId: string
    readonly coeId: string
    readonly orderId?: string | undefined
    /** Priced by the server: the client's prices never get here (domain.md, Money). */
    readonly lines: readonly Omit<TransactionLine, 'total'>[]
    /** As they are kept by now: the caller's word for what is in them never gets here. */
    readonly documents: readonly BilledDocument[]
    readonly comment?: string | undefined
  }
>
type Nothing = Record<never, never>
/** What an invoice asks of each of its transactions: to come on it, or to take its step. */
export type InvoiceAsks = Asked<
  Extract<
    TransactionCommand,
    { type: 'InvoiceTransaction' | 'CmdApproveTransaction' | 'InitiatePayment' | 'ApprovePaymentStep' }
  >
>
export type TransactionCommand =
  | BillCommand
  | Command<'CompleteBilling', Nothing>
  | Command<'RefuseBilling', { readonly refused: string }>
  | Command<
      'InitiatePayment',
      {
        readonly paymentId: string
        /** `PAY-2026-000123`; the same for all that are initiated together. */
        readonly paymentReference: string
        /** YYYY-MM-DD, both included: the billing days that are paid for. */
        readonly periodStart: string
        readonly periodEnd: string
        readonly basisPoints: BasisPoints
      } & OnInvoice &
        Pick<AskedFor, 'coeId'>
    >
  | Command<'ApprovePaymentStep', AskedFor & OnInvoice & { readonly step: Exclude<ChainStep, 'initiate'> }>
  | Command<
      'ReturnPayment',
      {
        readonly reason: string
        /** The steps that the actor's permissions let them take: only whoever's turn it is may return. */
        readonly mayTake: readonly ChainStep[]
      }
    >
  | Command<
      'AnswerReturn',
      {
        readonly answer: string
        /** What was missing, as it is kept by now. */
        readonly documents: readonly BilledDocument[]
      }
    >
  | DisputeCommand
  | OnInvoiceCommand
  /** As an invoice asks; a bill that says no to it leaves the invoice, or does not come on it, and tells why. */
  | Command<'FollowInvoice', { readonly invoiceId: string; readonly asked: InvoiceAsks }>

/** The invoice by whose step it is taken; of a bill on none, nothing. */
type OnInvoice = { readonly invoiceId?: string }

export type TransactionRefusal =
  RuleRefusal | 'transaction_unknown' | 'transaction_already_billed' | 'transaction_insufficient_funds'

export type Transaction = { readonly status: 'none' } | (Bill & { readonly status: 'requested' | 'refused' }) | Billed

/** Whether the wallet has paid the bill. */
export function isBilled(transaction: Transaction): transaction is Billed {
  return transaction.status !== 'none' && transaction.status !== 'requested' && transaction.status !== 'refused'
}

/** The transfer that takes one try of a bill from the patient's wallet. */
export const billingTransfer = (transactionId: string, attempt: number): string =>
  `transaction:${transactionId}:${attempt}`

function decide(command: TransactionCommand, state: Transaction): Decision<TransactionEvent, TransactionRefusal> {
  const stamp = { by: command.by, at: command.at }
  switch (command.type) {
    case 'RequestBilling': {
      // A refused try may be made again (the wallet has been topped up); anything further on is billed once only.
      if (state.status !== 'none' && state.status !== 'refused') return refuse('transaction_already_billed')
      const wrong = checkLines(command.data.lines)
      if (wrong) return wrong
      const lines = command.data.lines.map((line) => ({ ...line, total: totalOf([line]) }))
      const attempt = state.status === 'refused' ? state.attempt + 1 : 1
      const documents = [...command.data.documents]
      const data = { ...command.data, ...stamp, lines, documents, total: totalOf(lines), attempt }
      return [{ type: 'TransactionBillingRequested', data }]
    }
    case 'CompleteBilling':
      if (state.status !== 'requested') return isBilled(state) ? [] : refuse('transaction_unknown')
      return [
        {
          type: 'TransactionBilled',
          data: { ...stamp, ...stakeOf(state), kind: state.kind, patientId: state.patientId },
        },
      ]
    case 'RefuseBilling': {
      if (state.status === 'refused') return []
      if (state.status !== 'requested') return refuse('transaction_unknown')
      return [{ type: 'TransactionBillingRefused', data: { ...stamp, refused: command.data.refused } }]
    }
    case 'InitiatePayment': {
      if (!isBilled(state) || isElsewhere(command.data, state)) return refuse('transaction_unknown')
      const { invoiceId, ...initiated } = command.data
      const period = { start: initiated.periodStart, end: initiated.periodEnd }
      const wrong =
        isAskedFor({ period }, state) ??
        checkStep('initiate', command.by, state, invoiceId) ??
        isPayablePeriod(period, command.at)
      if (wrong) return wrong
      const basisPoints = state.kind === 'drug' ? initiated.basisPoints : ALL_TO_COE
      const shares = sharesOf(state.kind, state.total, basisPoints)
      const digest = digestOfBill(state.lines, state.total, shares)
      const data = { ...initiated, ...stamp, ...stakeOf(state), basisPoints, shares, digest }
      return [{ type: 'TransactionPaymentInitiated', data }]
    }
    case 'ApprovePaymentStep': {
      if (!isBilled(state) || isElsewhere(command.data, state)) return refuse('transaction_unknown')
      const { step, invoiceId } = command.data
      const wrong = isAskedFor(command.data, state) ?? checkStep(step, command.by, state, invoiceId)
      if (wrong) return wrong
      if (state.approved === undefined) return refuse('transaction_step_too_early', { status: state.status })
      const { digest, shares, paymentId } = state.approved
      const data = { ...stamp, ...stakeOf(state), paymentId, digest }
      const { event } = PAYMENT_CHAIN.link(step)
      if (event === 'TransactionPermsecApproved') return [{ type: event, data: { ...data, shares } }]
      if (event === 'TransactionPaymentInitiated') return refuse('transaction_step_too_early')
      return [{ type: event, data }]
    }
    case 'ReturnPayment': {
      if (!isBilled(state)) return refuse('transaction_unknown')
      const { reason, mayTake: steps } = command.data
      const returning = { by: command.by, steps, reason }
      const wrong = isOnNone(state) ?? PAYMENT_CHAIN.mayNotReturn(returning, state, whoStoodUpFor(state))
      if (wrong) return wrong
      const { approved, status, patientId } = state
      if (approved === undefined || status === 'billed' || status === 'permsecApproved')
        return refuse('transaction_not_in_chain')
      const { paymentId } = approved
      const data = { ...stamp, ...stakeOf(state), paymentId, patientId, reason, from: status }
      return [{ type: 'TransactionPaymentReturned', data }]
    }
    case 'AnswerReturn': {
      if (!isBilled(state)) return refuse('transaction_unknown')
      const { answer } = command.data
      const documents = [...command.data.documents]
      const answered = { by: command.by, answer, documents }
      const reversed = isReversed(state)
      if (reversed) return reversed
      const { returned, patientId, status } = state
      if (returned === undefined) return refuse('transaction_not_returned', { status })
      if (same(answered, returned.answered)) return []
      const wrong = checkAnswer(answered, returned, state)
      if (wrong) return wrong
      const data = { ...stamp, paymentId: returned.paymentId, patientId, answer, documents }
      return [{ type: 'TransactionReturnAnswered', data }]
    }
    case 'DisputeTransaction':
    case 'EndTransactionDispute':
    case 'RequestReversal':
    case 'CompleteReversal':
      return isBilled(state) ? decideDispute(command, state) : refuse('transaction_unknown')
    case 'InvoiceTransaction':
      if (!isBilled(state) || isElsewhere(command.data, state)) return refuse('transaction_unknown')
      return decideInvoiced(command, state)
    case 'LeaveOutOfInvoice':
    case 'CmdApproveTransaction':
    case 'ReleaseFromInvoice':
      return isBilled(state) ? decideInvoiced(command, state) : refuse('transaction_unknown')
    case 'FollowInvoice': {
      const { asked } = command.data
      const decision = decide({ ...command, ...asked }, state)
      if (!isBilled(state) || !isRefusal(decision) || decision.refused === 'transaction_unknown') return decision
      // Asked a second time for what it has done.
      if (hasTaken(asked, command.by, state)) return []
      return notAlong(command, asked.type === 'InvoiceTransaction', decision, state)
    }
  }
}

const hasTaken = ({ type, data }: InvoiceAsks, by: string, { acts, invoice }: Billed): boolean => {
  if (type !== 'InitiatePayment' && type !== 'ApprovePaymentStep') return false
  const step = type === 'InitiatePayment' ? 'initiate' : data.step
  return invoice?.id === data.invoiceId && acts.some((act) => act.step === step && act.by === by)
}

const isElsewhere = ({ coeId }: AskedFor, bill: Bill): boolean => coeId !== undefined && coeId !== bill.coeId

const stakeOf = ({ coeId, total }: Bill): { coeId: string; total: Kobo } => ({ coeId, total })

const UNTOUCHED = { status: 'billed', acts: [], answeredBy: [], disputes: 0, leftInvoices: [] } as const

function evolve(state: Transaction, event: TransactionEvent): Transaction {
  const { type, data } = event
  if (type === 'TransactionBillingRequested') {
    const { reference, kind, patientId, coeId, lines, total, attempt, by: billedBy } = data
    const bill = { reference, kind, patientId, coeId, lines, total, attempt, billedBy }
    return { status: 'requested', ...bill, documents: data.documents.length }
  }
  if (state.status === 'none') return state
  switch (type) {
    case 'TransactionBilled':
      return isBilled(state) ? state : { ...state, ...UNTOUCHED, billedAt: data.at }
    case 'TransactionBillingRefused':
      return isBilled(state) ? state : { ...state, status: 'refused' }
    case 'TransactionPaymentInitiated': {
      const { digest, shares, paymentId, paymentReference } = data
      if (!isBilled(state)) return state
      const { returned: _, ...bill } = state
      return {
        ...bill,
        ...PAYMENT_CHAIN.taken(type, state, data),
        approved: { digest, shares, paymentId, paymentReference },
      }
    }
    case 'TransactionPaymentRecommended':
    case 'TransactionPaymentApproved':
    case 'TransactionDfaApproved':
    case 'TransactionPermsecApproved':
      return isBilled(state) ? { ...state, ...PAYMENT_CHAIN.taken(type, state, data) } : state
    case 'TransactionPaymentReturned': {
      if (!isBilled(state)) return state
      const { approved: _, ...bill } = state
      return { ...bill, status: 'billed', acts: [], returned: { paymentId: data.paymentId, by: data.by } }
    }
    case 'TransactionReturnAnswered': {
      if (!isBilled(state)) return state
      const { returned, answeredBy, documents: before } = state
      const { by, answer, documents } = data
      return {
        ...state,
        documents: before + documents.length,
        answeredBy: answeredBy.includes(by) ? answeredBy : [...answeredBy, by],
        ...(returned && { returned: { ...returned, answered: { by, answer, documents } } }),
      }
    }
    case 'TransactionDisputed':
    case 'TransactionDisputeEnded':
    case 'TransactionReversalRequested':
    case 'TransactionReversed':
      return isBilled(state) ? disputed(state, event) : state
    case 'TransactionInvoiced':
    case 'TransactionLeftOut':
    case 'TransactionCmdApproved':
    case 'TransactionReleased':
      return isBilled(state) ? invoiced(state, event) : state
  }
}

/** Stream `transaction-{id}`. */
export const transaction: Decider<Transaction, TransactionCommand, TransactionEvent, TransactionRefusal> = {
  category: 'transaction',
  initial: () => ({ status: 'none' }),
  decide,
  evolve,
}
