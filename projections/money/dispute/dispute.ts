import type { DisputeEvent } from '#domain/money/dispute/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** A dispute of a bill, and how it ended. What was said is personal, and stays in the log. */
export type DisputeRow = {
  id: string
  transaction_id: string
  patient_id: string
  coe_id: string
  biller_id: string
  raised_by: string
  raised_at: string
  /** open, or how it ended: resolved (the bill stands), reversed, withdrawn. */
  status: string
  ended_by: string | null
  ended_at: string | null
  /** How many messages were written about it. */
  comments: number
}

const idOf = (stream: string): string => stream.slice('dispute-'.length)

/** Serves the lists of disputes, now and as of. */
export const dispute: ReadModel<DisputeRow, 'dispute'> = {
  name: 'dispute',
  revision: 2,
  temporal: true,
  columns: {
    id: 'text not null',
    transaction_id: 'text not null',
    patient_id: 'text not null',
    coe_id: 'text not null',
    biller_id: 'text not null',
    raised_by: 'text not null',
    raised_at: 'timestamptz not null',
    status: 'text not null',
    ended_by: 'text',
    ended_at: 'timestamptz',
    comments: 'int not null',
  },
  key: ['id'],
  bounded: { comments: 'No more than a dispute takes (MAX_DISPUTE_COMMENTS)' },
  indexes: [
    '(raised_at, id)',
    '(coe_id, raised_at, id)',
    '(status, raised_at, id)',
    '(transaction_id)',
    '(patient_id)',
  ],
  historyIndexes: ['(raised_at, id)', '(coe_id, raised_at, id)'],
  on: handlers<DisputeRow, DisputeEvent>({
    DisputeRaised: ({ stream, event: { data } }) => {
      const id = idOf(stream)
      const { transactionId: transaction_id, patientId: patient_id, coeId: coe_id, billedBy: biller_id } = data
      const raised = {
        raised_by: data.by,
        raised_at: data.at,
        status: 'open',
        ended_by: null,
        ended_at: null,
        comments: 0,
      }
      return [{ key: [id], fold: () => ({ id, transaction_id, patient_id, coe_id, biller_id, ...raised }) }]
    },
    DisputeCommented: ({ stream }) => [
      { key: [idOf(stream)], fold: (row) => row && { ...row, comments: row.comments + 1 } },
    ],
    DisputeEnded: ({ stream, event: { data } }): readonly Change<DisputeRow>[] => [
      {
        key: [idOf(stream)],
        fold: (row) => row && { ...row, status: data.outcome, ended_by: data.by, ended_at: data.at },
      },
    ],
  }),
}
