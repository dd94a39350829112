import type { DisputeEvent } from '#domain/money/dispute/events.ts'
import { handlers, type ReadModel } from '#projections/read-model.ts'

/** That somebody wrote in the chat of a dispute. What they wrote is personal, and stays in the log. */
export type DisputeCommentRow = {
  dispute_id: string
  /** Which message of its dispute it is: rising, without being counted by anybody. */
  number: number
  commented_by: string
  commented_at: string
}

/** Serves who has how many unread messages. */
export const disputeComment: ReadModel<DisputeCommentRow, 'dispute_comment'> = {
  name: 'dispute_comment',
  revision: 1,
  columns: {
    dispute_id: 'text not null',
    number: 'int not null',
    commented_by: 'text not null',
    commented_at: 'timestamptz not null',
  },
  key: ['dispute_id', 'number'],
  on: handlers<DisputeCommentRow, DisputeEvent>({
    DisputeCommented: ({ stream, revision: number, event: { data } }) => {
      const dispute_id = stream.slice('dispute-'.length)
      const row = { dispute_id, number, commented_by: data.by, commented_at: data.at }
      return [{ key: [dispute_id, number], fold: () => row }]
    },
  }),
}
