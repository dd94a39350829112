import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'

/** That a bill was sent back out of a payment: by whom, why, and when the hospital last answered. Total in kobo. */
export type TransactionReturnRow = {
  payment_id: string
  transaction_id: string
  patient_id: string
  total: number
  returned_by: string
  returned_at: string
  reason: string | null
  answered_at: string | null
}

/** Serves a payment's word of what left it, and what was sent back in a period, now and as of. */
export const transactionReturn: ReadModel<TransactionReturnRow, 'transaction_return'> = {
  name: 'transaction_return',
  revision: 2,
  temporal: true,
  columns: {
    payment_id: 'text not null',
    transaction_id: 'text not null',
    patient_id: 'text not null',
    total: 'bigint not null',
    returned_by: 'text not null',
    returned_at: 'timestamptz not null',
    reason: 'text',
    answered_at: 'timestamptz',
  },
  key: ['payment_id', 'transaction_id'],
  personal: [{ of: 'patient_id', columns: { reason: null } }],
  indexes: ['(patient_id)', '(transaction_id)', '(returned_at)'],
  historyIndexes: ['(patient_id)'],
  on: handlers<TransactionReturnRow, TransactionEvent>({
    TransactionPaymentReturned: ({ stream, event: { data } }) => {
      const transaction_id = stream.slice('transaction-'.length)
      const { paymentId: payment_id, patientId: patient_id, total, by: returned_by, at: returned_at, reason } = data
      const row = { payment_id, transaction_id, patient_id, total, returned_by, returned_at, reason, answered_at: null }
      return [{ key: [payment_id, transaction_id], fold: () => row }]
    },
    TransactionReturnAnswered: ({ stream, event: { data } }): readonly Change<TransactionReturnRow>[] => [
      {
        key: [data.paymentId, stream.slice('transaction-'.length)],
        fold: (row) => row && { ...row, answered_at: data.at },
      },
    ],
  }),
}
