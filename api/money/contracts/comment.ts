import { z } from 'zod'
import { COMMENT_FIELDS } from '#projections/money/comment/fields.ts'
import { one } from '#api/contracts/common.ts'
import { rowOf } from '#api/contracts/row.ts'
import { Day } from '#domain/kernel/dates.ts'
import { TransactionDetail } from './transaction.ts'

/** A patient's comment as the list has it; `commented_by` is a name. */
export const CommentRow = rowOf(COMMENT_FIELDS)
export type CommentRow = z.infer<typeof CommentRow>

export const CommentListFilter = z.object({ start_date: Day.optional(), end_date: Day.optional() })

/** GET /api/patients/{patient_id}/comments/{comment_id} (E119). */
export const CommentAnswer = one(
  CommentRow.extend({
    documents: TransactionDetail.shape.data.shape.documents,
    is_masked: z.boolean().describe('Whether text and documents are not for this caller'),
  }),
)
export type CommentDetail = z.infer<typeof CommentAnswer>['data']
