import type { Recorded } from '#commands/log/domain-log.ts'
import { type ChainState, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { StepTaken, TransactionEvent } from '#domain/money/transaction/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'
import { NO_STEPS, STEP_COLUMNS, type StepCells, stepTaken } from '#projections/money/transaction/step-cells.ts'

/**
 * A payment: the transactions of one hospital that were initiated together. Amounts in kobo. `who` and `when` of a step
 * are of the last transaction that took it; each transaction keeps its own.
 */
export type PaymentRow = StepCells & {
  id: string
  /** `PAY-2026-000123`. */
  reference: string
  coe_id: string
  /** YYYY-MM-DD, both included. */
  period_start: string
  period_end: string
  initiated_at: string
  initiated_by: string
  /** What is in it now: what was returned has left it, and may be in another payment. */
  transactions: number
  total: number
  /** How many stand at each state now; they add up to `transactions`. */
  at_initiated: number
  at_recommended: number
  at_approved: number
  at_dfa: number
  paid: number
  paid_total: number
  /** What has left it, with a reason. */
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
} as const satisfies Record<Exclude<ChainState, 'billed'>, keyof PaymentRow>

/** One transaction of the payment goes on, from the second step to the last; `more` is what else it says. */
function step(
  { event: { type, data } }: Recorded<Exclude<StepTaken, { type: 'TransactionPaymentInitiated' }>>,
  more: (row: PaymentRow) => Partial<PaymentRow> = () => ({}),
): readonly Change<PaymentRow>[] {
  const { from, to } = PAYMENT_CHAIN.linkOf(type)
  return change(data.paymentId, (row) => ({
    ...row,
    ...stepTaken(type, data),
    [COUNTER[from]]: row[COUNTER[from]] - 1,
    [COUNTER[to]]: row[COUNTER[to]] + 1,
    ...more(row),
  }))
}

function change(paymentId: string, fold: (row: PaymentRow) => PaymentRow): readonly Change<PaymentRow>[] {
  return [{ key: [paymentId], fold: (row) => (row === undefined ? undefined : withStatus(fold(row))) }]
}

function withStatus(row: PaymentRow): PaymentRow {
  const leastFar = PAYMENT_CHAIN.links.find(({ to }) => row[COUNTER[to]] > 0)
  return { ...row, status: leastFar?.status ?? 'returned' }
}

/** One transaction leaves the payment: it was returned, or its invoice was. */
const left = (paymentId: string, from: keyof typeof COUNTER, total: number): readonly Change<PaymentRow>[] =>
  change(paymentId, (row) => ({
    ...row,
    [COUNTER[from]]: row[COUNTER[from]] - 1,
    transactions: row.transactions - 1,
    total: row.total - total,
    returned: row.returned + 1,
    returned_total: row.returned_total + total,
  }))

type Initiated = Extract<TransactionEvent, { type: 'TransactionPaymentInitiated' }>['data']

const begun = (data: Initiated): PaymentRow => ({
  id: data.paymentId,
  reference: data.paymentReference,
  coe_id: data.coeId,
  period_start: data.periodStart,
  period_end: data.periodEnd,
  ...NO_STEPS,
  initiated_at: data.at,
  initiated_by: data.by,
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
export const payment: ReadModel<PaymentRow, 'payment'> = {
  name: 'payment',
  revision: 5,
  temporal: true,
  columns: {
    id: 'text not null',
    reference: 'text not null',
    coe_id: 'text not null',
    period_start: 'date not null',
    period_end: 'date not null',
    ...STEP_COLUMNS,
    initiated_at: 'timestamptz not null',
    initiated_by: 'text not null',
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
    transactions: 'No more than one call can initiate',
    at_initiated: 'No more than `transactions`',
    at_recommended: 'No more than `transactions`',
    at_approved: 'No more than `transactions`',
    at_dfa: 'No more than `transactions`',
    paid: 'No more than `transactions`',
    returned: 'No more than one call can initiate',
    total: 'All were owed at once when they were initiated, and what is owed is a balance',
    paid_total: 'No more than `total`',
    returned_total: 'No more than `total` was',
  },
  indexes: [
    '(initiated_at, id)',
    '(coe_id, initiated_at, id)',
    '(status, initiated_at, id)',
    '(total, id)',
    '(reference, id)',
  ],
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
    TransactionPaymentRecommended: (recorded) => step(recorded),
    TransactionPaymentApproved: (recorded) => step(recorded),
    TransactionDfaApproved: (recorded) => step(recorded),
    TransactionPermsecApproved: (recorded) =>
      step(recorded, ({ paid_total: paid }) => ({ paid_total: paid + recorded.event.data.total })),
    TransactionPaymentReturned: ({ event: { data } }) => left(data.paymentId, data.from, data.total),
    TransactionReleased: ({ event: { data } }) =>
      data.paymentId === undefined || data.from === 'billed' ? [] : left(data.paymentId, data.from, data.total),
  }),
}
