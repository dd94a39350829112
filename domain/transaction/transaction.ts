import { type Command, type Decider, type Decision, refuse } from '../kernel/decider.ts'
import type { Kobo } from '../kernel/money.ts'
import { type ChainState, type ChainStep, linkOf, nextStep } from './chain.ts'
import type { SharesPaid, TransactionEvent, TransactionLine } from './events.ts'
import {
  ALL_TO_COE,
  type AskedFor,
  type BasisPoints,
  checkLines,
  checkStep,
  digestOfBill,
  fourEyes,
  isAskedFor,
  sharesOf,
  totalOf,
} from './rules.ts'

export type BillCommand = Command<
  'RequestBilling',
  {
    readonly reference: string
    readonly kind: 'service' | 'drug'
    readonly patientId: string
    readonly coeId: string
    readonly orderId?: string
    /** Priced by the server: the client's prices never get here (domain.md, Money). */
    readonly lines: readonly Omit<TransactionLine, 'total'>[]
    readonly documents: readonly { readonly documentId: string; readonly name: string }[]
    readonly comment?: string
  }
>
type Nothing = Record<never, never>
export type TransactionCommand =
  | BillCommand
  | Command<'CompleteBilling', Nothing>
  | Command<'RefuseBilling', { readonly refused: string }>
  | Command<
      'InitiatePayment',
      {
        readonly paymentId: string
        /** YYYY-MM-DD, both included: the billing days that are paid for. */
        readonly periodStart: string
        readonly periodEnd: string
        readonly basisPoints: BasisPoints
      }
    >
  | Command<'ApprovePaymentStep', AskedFor & { readonly step: Exclude<ChainStep, 'initiate'> }>
  | Command<
      'ReturnPayment',
      {
        readonly reason: string
        /** The steps that the actor's permissions let them take: only whoever's turn it is may return. */
        readonly mayTake: readonly ChainStep[]
      }
    >

export type TransactionRefusal =
  | 'transaction_unknown'
  | 'transaction_already_billed'
  | 'transaction_without_lines'
  | 'transaction_too_many_lines'
  | 'transaction_quantity_out_of_bounds'
  | 'transaction_price_not_positive'
  | 'transaction_total_too_large'
  | 'transaction_insufficient_funds'
  | 'transaction_outside_period'
  | 'transaction_of_another_payment'
  | 'transaction_step_already_taken'
  | 'transaction_step_too_early'
  | 'transaction_same_person'
  | 'transaction_changed'
  | 'transaction_not_in_chain'
  | 'transaction_reason_required'
  | 'transaction_not_your_turn'

/** A bill as the wallet knows it: what is to be paid, for whom, in which try. */
export type Bill = {
  readonly reference: string
  readonly kind: 'service' | 'drug'
  readonly patientId: string
  readonly coeId: string
  readonly lines: readonly TransactionLine[]
  readonly total: Kobo
  readonly attempt: number
  readonly billedBy: string
}

/** A paid bill, on its way through the chain. `acts` are the steps of the present round, in order. */
export type Billed = Bill & {
  readonly status: ChainState
  /** When the wallet paid (ISO): the bill's day, in every period. */
  readonly billedAt: string
  readonly acts: readonly { readonly step: ChainStep; readonly by: string; readonly at: string }[]
  readonly approved?: { readonly digest: string; readonly shares: SharesPaid; readonly paymentId: string }
}

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
      if (!isBilled(state)) return refuse('transaction_unknown')
      const { periodStart, periodEnd } = command.data
      const asked = { period: { start: periodStart, end: periodEnd } }
      const wrong = isAskedFor(asked, state) ?? checkStep('initiate', command.by, state)
      if (wrong) return wrong
      const basisPoints = state.kind === 'drug' ? command.data.basisPoints : ALL_TO_COE
      const shares = sharesOf(state.kind, state.total, basisPoints)
      const digest = digestOfBill(state.lines, state.total, shares)
      const data = { ...command.data, ...stamp, ...stakeOf(state), basisPoints, shares, digest }
      return [{ type: 'TransactionPaymentInitiated', data }]
    }
    case 'ApprovePaymentStep': {
      if (!isBilled(state)) return refuse('transaction_unknown')
      const { step } = command.data
      const wrong = isAskedFor(command.data, state) ?? checkStep(step, command.by, state)
      if (wrong) return wrong
      if (state.approved === undefined) return refuse('transaction_step_too_early', { status: state.status })
      const { digest, shares, paymentId } = state.approved
      const data = { ...stamp, ...stakeOf(state), paymentId, digest }
      const { event } = linkOf(step)
      if (event === 'TransactionPermsecApproved') return [{ type: event, data: { ...data, shares } }]
      if (event === 'TransactionPaymentInitiated') return refuse('transaction_step_too_early')
      return [{ type: event, data }]
    }
    case 'ReturnPayment': {
      if (!isBilled(state)) return refuse('transaction_unknown')
      const { approved, status, patientId } = state
      if (approved === undefined || status === 'billed' || status === 'permsecApproved')
        return refuse('transaction_not_in_chain')
      const next = nextStep(status)
      if (next !== undefined && !command.data.mayTake.includes(next))
        return refuse('transaction_not_your_turn', { next })
      const { reason } = command.data
      if (reason.trim() === '') return refuse('transaction_reason_required')
      const wrong = fourEyes(command.by, state)
      if (wrong) return wrong
      const { paymentId } = approved
      const data = { ...stamp, ...stakeOf(state), paymentId, patientId, reason, from: status }
      return [{ type: 'TransactionPaymentReturned', data }]
    }
  }
}

const stakeOf = ({ coeId, total }: Bill): { coeId: string; total: Kobo } => ({ coeId, total })

function evolve(state: Transaction, { type, data }: TransactionEvent): Transaction {
  if (type === 'TransactionBillingRequested') {
    const { reference, kind, patientId, coeId, lines, total, attempt, by: billedBy } = data
    return { status: 'requested', reference, kind, patientId, coeId, lines, total, attempt, billedBy }
  }
  if (state.status === 'none') return state
  switch (type) {
    case 'TransactionBilled':
      return isBilled(state) ? state : { ...state, status: 'billed', billedAt: data.at, acts: [] }
    case 'TransactionBillingRefused':
      return isBilled(state) ? state : { ...state, status: 'refused' }
    case 'TransactionPaymentInitiated': {
      const { digest, shares, paymentId } = data
      return acted(state, 'initiate', data, { digest, shares, paymentId })
    }
    case 'TransactionPaymentRecommended':
      return acted(state, 'recommend', data)
    case 'TransactionPaymentApproved':
      return acted(state, 'approve', data)
    case 'TransactionDfaApproved':
      return acted(state, 'dfa', data)
    case 'TransactionPermsecApproved':
      return acted(state, 'permsec', data)
    case 'TransactionPaymentReturned': {
      if (!isBilled(state)) return state
      const { approved: _, ...bill } = state
      return { ...bill, status: 'billed', acts: [] }
    }
  }
}

function acted(
  state: Transaction,
  step: ChainStep,
  { by, at }: { by: string; at: string },
  approved?: Billed['approved'],
): Transaction {
  if (!isBilled(state)) return state
  const acts = [...state.acts, { step, by, at }]
  return { ...state, status: linkOf(step).to, acts, ...(approved === undefined ? {} : { approved }) }
}

/** Stream `transaction-{id}`. */
export const transaction: Decider<Transaction, TransactionCommand, TransactionEvent, TransactionRefusal> = {
  category: 'transaction',
  initial: () => ({ status: 'none' }),
  decide,
  evolve,
}
