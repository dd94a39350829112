import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'

/** That a bill was sent back out of a payment: by whom, why, and when the hospital last answered. Total in kobo. */
export type TransactionReturnRow = {
  payment_id: string
  transaction_id: string
  /** Null where its invoice was sent back: that names no patient. */
  patient_id: string | null
  total: number
  returned_by: string
  returned_at: string
  reason: string | null
  answered_at: string | null
  /** The invoice that it left the payment with, or that it left; the reason is the invoice's. */
  invoice_id: string | null
}

/** Serves a payment's word of what left it, and what was sent back in a period, now and as of. */
export const transactionReturn: ReadModel<TransactionReturnRow, 'transaction_return'> = {
  name: 'transaction_return',
  revision: 3,
  temporal: true,
  columns: {
    payment_id: 'text not null',
    transaction_id: 'text not null',
    patient_id: 'text',
    total: 'bigint not null',
    returned_by: 'text not null',
    returned_at: 'timestamptz not null',
    reason: 'text',
    answered_at: 'timestamptz',
    invoice_id: 'text',
  },
  key: ['payment_id', 'transaction_id'],
  personal: [{ of: 'patient_id', columns: { reason: null } }],
  indexes: ['(patient_id)', '(transaction_id)', '(returned_at)'],
  historyIndexes: ['(patient_id)'],
  on: handlers<TransactionReturnRow, TransactionEvent>({
    TransactionPaymentReturned: ({ stream, event: { data } }) => {
      const transaction_id = stream.slice('transaction-'.length)
      const { paymentId: payment_id, patientId: patient_id, total, by: returned_by, at: returned_at, reason } = data
      const sent = { payment_id, transaction_id, patient_id, total, returned_by, returned_at, reason }
      return [{ key: [payment_id, transaction_id], fold: () => ({ ...sent, answered_at: null, invoice_id: null }) }]
    },
    TransactionReleased: ({ stream, event: { data } }): readonly Change<TransactionReturnRow>[] => {
      const { paymentId: payment_id, invoiceId: invoice_id, total, by: returned_by, at: returned_at } = data
      if (payment_id === undefined) return []
      const transaction_id = stream.slice('transaction-'.length)
      const left = { payment_id, transaction_id, total, returned_by, returned_at, invoice_id }
      const row = { ...left, patient_id: null, reason: null, answered_at: null }
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
