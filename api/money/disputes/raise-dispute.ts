import type { FastifyPluginAsync } from 'fastify'
import { disputeOf, raiseDispute } from '#commands/money/dispute/raise-dispute.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { RaiseDisputeBody } from '#api/money/contracts/dispute.ts'
import { attachOwnDocuments, ownDocuments } from '#api/money/billing/own-documents.ts'
import { reachedBill } from '#api/money/reached-bill.ts'
import { SHOWS_DISPUTES } from '#api/money/shows.ts'
import { notifySides } from './notify-sides.ts'

/** POST /api/transactions/dispute (E133): holds a bill up, with a reason. */
export const raiseDisputeRoute: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/transactions/dispute',
    summary: 'Dispute a transaction',
    tag: 'Disputes',
    permission: 'FLAG_TRANSACTION',
    scope: 'reach',
    body: RaiseDisputeBody,
    reach: ({ request, context, body }) => reachedBill(context, body.transaction_id, request.reach()),
    run: async ({ request, context, body: { comment: reason, documents: named } }, { id, patientId }) => {
      const documents = await ownDocuments(context, request.actor().id, named)
      const unkept = documents.map((document) => ({ ...document, sha256: '' }))
      const command = commandFrom(request, 'DisputeTransaction', { reason, documents: unkept })
      const attach = () => attachOwnDocuments(request, patientId, documents)
      const [disputeId, raised] = [disputeOf(command), await raiseDispute(context.handler, id, command, attach)]
      if (raised.outcome === 'done') await notifySides(context, disputeId, command)
      return ofId(disputeId, raised)
    },
    message: 'Dispute has been raised on the transaction',
    shows: SHOWS_DISPUTES,
  })
}
