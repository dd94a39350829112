import { sql } from 'kysely'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { staffNames } from '#projections/people/user-account/staff-names.ts'
import { columnsOf, inPeriod, type Report } from '#projections/report/report.ts'
import { comment } from './comment.ts'
import { COMMENT_FIELDS } from './fields.ts'

/** Which comments on one patient's bills. Days are Lagos days (YYYY-MM-DD), both included. */
export type CommentFilter = {
  readonly patientId: string
  readonly id?: string | undefined
  readonly coeId?: string | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  /** Without their texts. */
  readonly isMasked: boolean
}

/** What billers wrote on a patient's bills. */
export const commentsReport: Report<CommentFilter> = {
  name: 'comments',
  models: ['comment', 'coe', 'staff_name'],
  key: sql`m.id`,
  defaultSort: { column: 'created_at', descending: true },
  columns: columnsOf(COMMENT_FIELDS, {
    id: sql`m.id`,
    created_at: sql`m.created_at`,
    commented_by: sql`coalesce(b.name, '')`,
    coe_name: sql`c.name`,
    comment: sql`m.shown`,
  }),
  from: (moment, { isMasked }) => sql`
    (select *, ${isMasked ? sql`null::text` : sql`comment`} as shown from ${moment.rowsOf(comment)} written) m
    left join ${moment.rowsOf(coe)} c on c.id = m.coe_id
    left join ${staffNames(moment)} b on b.id = m.commented_by`,
  where: ({ patientId, id, coeId, ...period }) => [
    sql`m.patient_id = ${patientId}`,
    sql`m.created_at is not null`,
    ...inPeriod(sql`m.created_at`, period),
    ...(id === undefined ? [] : [sql`m.id = ${id}`]),
    ...(coeId === undefined ? [] : [sql`m.coe_id = ${coeId}`]),
  ],
}
