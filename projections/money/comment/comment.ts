import { handlers, type ReadModel } from '#projections/read-model.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'

/** What a biller wrote on a patient's bill (spec, open-questions Q126): one of a bill, under its id. */
export type CommentRow = {
  id: string
  patient_id: string
  coe_id: string
  commented_by: string
  comment: string
  /** When the bill was billed; null before, and of one that was refused. */
  created_at: string | null
}

const idOf = (stream: string): string => stream.slice('transaction-'.length)

/** Serves a patient's comments, now and as of. */
export const comment: ReadModel<CommentRow, 'comment'> = {
  name: 'comment',
  revision: 1,
  temporal: true,
  columns: {
    id: 'text not null',
    patient_id: 'text not null',
    coe_id: 'text not null',
    commented_by: 'text not null',
    comment: 'text not null',
    created_at: 'timestamptz',
  },
  key: ['id'],
  personal: [{ of: 'patient_id', columns: 'row' }],
  indexes: ['(patient_id, created_at, id)'],
  historyIndexes: ['(patient_id, created_at, id)'],
  on: handlers<CommentRow, TransactionEvent>({
    TransactionBillingRequested: ({ stream, event: { data } }) => {
      const { patientId: patient_id, coeId: coe_id, by: commented_by, comment } = data
      const id = idOf(stream)
      // A bill that was refused and is tried again says what its last try does.
      const row =
        comment === undefined ? undefined : { id, patient_id, coe_id, commented_by, comment, created_at: null }
      return [{ key: [id], fold: () => row }]
    },
    TransactionBilled: ({ stream, event: { data } }) => [
      { key: [idOf(stream)], fold: (row) => row && { ...row, created_at: data.at } },
    ],
  }),
}
