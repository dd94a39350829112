import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { commentOnDispute, messageOf } from '#commands/money/dispute/comment-on-dispute.ts'
import { text } from '#domain/kernel/text.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute } from '#api/command-route.ts'
import { invalid } from '#api/http-error.ts'
import { DisputeCommentBody, DisputeCommented } from '#api/money/contracts/dispute-chat.ts'
import { attachOwnDocuments, ownDocuments } from '#api/money/billing/own-documents.ts'
import { notifySides } from '#api/money/disputes/notify-sides.ts'
import { SHOWS_CHATS } from '#api/money/shows.ts'
import { commentNamed } from './chat-of.ts'
import { reachedDispute } from './reached-dispute.ts'

/** POST /api/transactions/{transaction_id}/dispute/comments (E136): says something about an open dispute, with documents. */
export const commentOnDisputeRoute: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/transactions/:id/dispute/comments',
    summary: 'Say something about the dispute of a transaction',
    tag: 'Disputes',
    permission: 'SEND_DISPUTE_CHAT',
    scope: 'reach',
    params: z.object({ id: text(100).min(1) }),
    body: DisputeCommentBody,
    answer: DisputeCommented,
    reach: async ({ request, context, params, body: { transaction_id: named, dispute_id: disputeId } }) => {
      const reached = await reachedDispute(context, params.id, request.reach(), disputeId)
      const { id, reference } = reached.bill
      if (named !== undefined && named !== id && named.toUpperCase() !== reference)
        throw invalid('transaction_id', 'The dispute is about another bill')
      return reached
    },
    run: async ({ request, context, body: { comment, documents: named } }, { disputeId, bill }) => {
      const writer = request.actor().id
      const documents = await ownDocuments(context, writer, named)
      const unkept = documents.map((document) => ({ ...document, sha256: '' }))
      const command = commandFrom(request, 'CommentOnDispute', { comment, documents: unkept })
      const attach = () => attachOwnDocuments(request, bill.patientId, documents)
      const said = await commentOnDispute(context.handler, disputeId, command, attach)
      if (said.outcome === 'refused') return said
      await notifySides(context, disputeId, command)
      const { position } = said
      return { ...said, data: { ...(await commentNamed(context, disputeId, messageOf(command), writer)), position } }
    },
    message: 'The message has been sent',
    shows: SHOWS_CHATS,
  })
}
