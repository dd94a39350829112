import type { TransactionEvent } from '../../domain/transaction/events.ts'
import { handlers, type ReadModel } from '../read-model.ts'

/** A payment: the transactions of one hospital that were initiated together. Its figures come from its transactions. */
export type PaymentRow = {
  id: string
  coe_id: string
  period_start: string
  period_end: string
  initiated_at: string
  initiated_by: string
}

/** Serves the payments report. */
export const payment: ReadModel<PaymentRow> = {
  name: 'payment',
  revision: 1,
  columns: {
    id: 'text not null',
    coe_id: 'text not null',
    period_start: 'date not null',
    period_end: 'date not null',
    initiated_at: 'timestamptz not null',
    initiated_by: 'text not null',
  },
  key: ['id'],
  indexes: ['(initiated_at, id)', '(coe_id, initiated_at, id)'],
  on: handlers<PaymentRow, TransactionEvent>({
    TransactionPaymentInitiated: ({ event: { data } }) => [
      {
        key: [data.paymentId],
        fold: (row) =>
          row ?? {
            id: data.paymentId,
            coe_id: data.coeId,
            period_start: data.periodStart,
            period_end: data.periodEnd,
            initiated_at: data.at,
            initiated_by: data.by,
          },
      },
    ],
  }),
}
