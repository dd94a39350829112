import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { commentsReport } from '#projections/money/comment/comments-report.ts'
import { CommentListFilter, CommentRow } from '#api/money/contracts/comment.ts'
import { reportRoutes } from '#api/report/report-routes.ts'
import { COMMENT_READERS, commentsOf, PatientPath } from './of-patient.ts'

/** GET /api/patients/{patient_id}/comments (E120): what was written on a patient's bills. */
export const listComments: FastifyPluginAsyncZod = async (app) => {
  reportRoutes(app, {
    url: '/api/patients/:patient_id/comments',
    summary: "What was written on a patient's bills",
    tag: 'Transactions',
    permission: COMMENT_READERS,
    report: commentsReport,
    query: CommentListFilter,
    params: PatientPath,
    row: CommentRow,
    filterOf: async ({ start_date: startDate, end_date: endDate }, reach, context, params, actor) => ({
      ...(await commentsOf(context, PatientPath.parse(params).patient_id, reach, actor)),
      ...{ startDate, endDate },
    }),
  })
}
