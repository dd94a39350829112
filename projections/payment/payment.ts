import { CHAIN, type ChainState } from '../../domain/transaction/chain.ts'
import type { TransactionEvent } from '../../domain/transaction/events.ts'
import { type Change, handlers, type ReadModel } from '../read-model.ts'

/**
 * A payment: the transactions of one hospital that were initiated together. Amounts in kobo. `who` and `when` of a step
 * are of the last transaction that took it; each transaction keeps its own.
 */
export type PaymentRow = {
  id: string
  coe_id: string
  /** YYYY-MM-DD, both included. */
  period_start: string
  period_end: string
  initiated_at: string
  initiated_by: string
  recommended_at: string | null
  recommended_by: string | null
  approved_at: string | null
  approved_by: string | null
  dfa_at: string | null
  dfa_by: string | null
  permsec_at: string | null
  permsec_by: string | null
  /** All that were initiated, those that were returned later among them. */
  transactions: number
  total: number
  /** How many stand at each state now; they and the returned ones add up to `transactions`. */
  at_initiated: number
  at_recommended: number
  at_approved: number
  at_dfa: number
  paid: number
  paid_total: number
  returned: number
  returned_total: number
  /** Of the transaction that is least far: a status of the chain, or `returned` when all of them were. */
  status: string
}

const COUNTER = {
  initiated: 'at_initiated',
  recommended: 'at_recommended',
  approved: 'at_approved',
  dfaApproved: 'at_dfa',
  permsecApproved: 'paid',
} as const satisfies Partial<Record<ChainState, keyof PaymentRow>>

type Stage = keyof typeof COUNTER

/** One transaction of the payment goes on; `acted` is who did it and when. */
function moved(
  paymentId: string,
  [from, to]: readonly [Stage, Stage],
  acted: Partial<PaymentRow>,
): readonly Change<PaymentRow>[] {
  return change(paymentId, (row) => ({
    ...row,
    ...acted,
    [COUNTER[from]]: row[COUNTER[from]] - 1,
    [COUNTER[to]]: row[COUNTER[to]] + 1,
  }))
}

function change(paymentId: string, fold: (row: PaymentRow) => PaymentRow): readonly Change<PaymentRow>[] {
  return [{ key: [paymentId], fold: (row) => (row === undefined ? undefined : withStatus(fold(row))) }]
}

function withStatus(row: PaymentRow): PaymentRow {
  const leastFar = CHAIN.find(({ to }) => row[COUNTER[to]] > 0)
  return { ...row, status: leastFar?.status ?? 'returned' }
}

type Initiated = Extract<TransactionEvent, { type: 'TransactionPaymentInitiated' }>['data']

const begun = (data: Initiated): PaymentRow => ({
  id: data.paymentId,
  coe_id: data.coeId,
  period_start: data.periodStart,
  period_end: data.periodEnd,
  initiated_at: data.at,
  initiated_by: data.by,
  recommended_at: null,
  recommended_by: null,
  approved_at: null,
  approved_by: null,
  dfa_at: null,
  dfa_by: null,
  permsec_at: null,
  permsec_by: null,
  transactions: 0,
  total: 0,
  at_initiated: 0,
  at_recommended: 0,
  at_approved: 0,
  at_dfa: 0,
  paid: 0,
  paid_total: 0,
  returned: 0,
  returned_total: 0,
  status: 'payment initiated',
})

/** Serves the payments report, now and as of, at the same cost whatever a payment holds. */
export const payment: ReadModel<PaymentRow> = {
  name: 'payment',
  revision: 2,
  temporal: true,
  columns: {
    id: 'text not null',
    coe_id: 'text not null',
    period_start: 'date not null',
    period_end: 'date not null',
    initiated_at: 'timestamptz not null',
    initiated_by: 'text not null',
    recommended_at: 'timestamptz',
    recommended_by: 'text',
    approved_at: 'timestamptz',
    approved_by: 'text',
    dfa_at: 'timestamptz',
    dfa_by: 'text',
    permsec_at: 'timestamptz',
    permsec_by: 'text',
    transactions: 'int not null',
    total: 'bigint not null',
    at_initiated: 'int not null',
    at_recommended: 'int not null',
    at_approved: 'int not null',
    at_dfa: 'int not null',
    paid: 'int not null',
    paid_total: 'bigint not null',
    returned: 'int not null',
    returned_total: 'bigint not null',
    status: 'text not null',
  },
  key: ['id'],
  bounded: {
    transactions: 'As many as one call can initiate',
    at_initiated: 'No more than `transactions`',
    at_recommended: 'No more than `transactions`',
    at_approved: 'No more than `transactions`',
    at_dfa: 'No more than `transactions`',
    paid: 'No more than `transactions`',
    returned: 'No more than `transactions`',
    total: 'All were owed at once when they were initiated, and what is owed is a balance',
    paid_total: 'No more than `total`',
    returned_total: 'No more than `total`',
  },
  indexes: ['(initiated_at, id)', '(coe_id, initiated_at, id)', '(status, initiated_at, id)', '(total, id)'],
  on: handlers<PaymentRow, TransactionEvent>({
    TransactionPaymentInitiated: ({ event: { data } }) => [
      {
        key: [data.paymentId],
        fold: (old) => {
          const row = old ?? begun(data)
          const { transactions, total, at_initiated: waiting } = row
          return withStatus({
            ...row,
            transactions: transactions + 1,
            total: total + data.total,
            at_initiated: waiting + 1,
          })
        },
      },
    ],
    TransactionPaymentRecommended: ({ event: { data } }) =>
      moved(data.paymentId, ['initiated', 'recommended'], { recommended_at: data.at, recommended_by: data.by }),
    TransactionPaymentApproved: ({ event: { data } }) =>
      moved(data.paymentId, ['recommended', 'approved'], { approved_at: data.at, approved_by: data.by }),
    TransactionDfaApproved: ({ event: { data } }) =>
      moved(data.paymentId, ['approved', 'dfaApproved'], { dfa_at: data.at, dfa_by: data.by }),
    TransactionPermsecApproved: ({ event: { data } }) =>
      change(data.paymentId, (row) => ({
        ...row,
        permsec_at: data.at,
        permsec_by: data.by,
        at_dfa: row.at_dfa - 1,
        paid: row.paid + 1,
        paid_total: row.paid_total + data.total,
      })),
    TransactionPaymentReturned: ({ event: { data } }) =>
      change(data.paymentId, (row) => ({
        ...row,
        [COUNTER[data.from]]: row[COUNTER[data.from]] - 1,
        returned: row.returned + 1,
        returned_total: row.returned_total + data.total,
      })),
  }),
}
