import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { text } from '#domain/kernel/text.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import { commentsReport } from '#projections/money/comment/comments-report.ts'
import { pageOf } from '#projections/report/pages.ts'
import { CommentAnswer, CommentRow } from '#api/money/contracts/comment.ts'
import { notFound } from '#api/http-error.ts'
import { notesIn } from '#api/money/transactions/bill-content.ts'
import { asAnswered } from '#api/report/in-naira.ts'
import { COMMENT_READERS, commentsOf, PatientPath } from './of-patient.ts'

/** GET /api/patients/{patient_id}/comments/{comment_id} (E119): a comment has its bill's id, and its documents. */
export const viewComment: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/patients/:patient_id/comments/:comment_id',
    config: { permission: COMMENT_READERS, scope: 'reach', shows: commentsReport.models },
    schema: {
      tags: ['Transactions'],
      summary: "One comment on a patient's bill",
      params: PatientPath.extend({ comment_id: text(100).min(1) }),
      response: { 200: CommentAnswer },
    },
    handler: async (request) => {
      const { context } = app
      const { patient_id: patient, comment_id: id } = request.params
      const ofPatient = await commentsOf(context, patient, request.reach(), request.actor())
      const { rows } = await pageOf(context.db, commentsReport, { filter: { ...ofPatient, id }, limit: 1 })
      const [row] = rows
      if (row === undefined) throw notFound('Comment')
      const { isMasked } = ofPatient
      const past = await context.log.readWhatHolds<TransactionEvent>(`transaction-${id}`)
      const { documents } = notesIn(past.events)
      const comment = CommentRow.parse(asAnswered(commentsReport, row))
      return { data: { ...comment, documents: isMasked ? [] : documents, is_masked: isMasked } }
    },
  })
}
