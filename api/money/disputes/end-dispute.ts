import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { load } from '#commands/handle.ts'
import { endDispute } from '#commands/money/dispute/end-dispute.ts'
import { dispute } from '#domain/money/dispute/dispute.ts'
import type { DisputeOutcome } from '#domain/money/dispute/outcomes.ts'
import { formatNaira } from '#domain/kernel/money.ts'
import { text } from '#domain/kernel/text.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { HttpError, invalid, notFound } from '#api/http-error.ts'
import { EndDisputeBody } from '#api/money/contracts/dispute.ts'
import { reachedBill } from '#api/money/reached-bill.ts'
import { SHOWS_DISPUTES } from '#api/money/shows.ts'
import { notifySides } from './notify-sides.ts'

const SAID: Readonly<Record<DisputeOutcome, (total: string) => string>> = {
  resolved: () => 'Dispute has been resolved: the bill is right',
  reversed: (total) => `The bill has been reversed. NGN ${total} is back in the patient's wallet.`,
  withdrawn: () => 'Dispute has been withdrawn',
}

/** PUT /api/transactions/dispute/{id} (E134): ends a dispute; `id` is the dispute's (spec, open-questions Q085). */
export const endDisputeRoute: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'PUT',
    url: '/api/transactions/dispute/:id',
    summary: 'End a dispute',
    tag: 'Disputes',
    permission: 'FLAG_TRANSACTION',
    scope: 'reach',
    params: z.object({ id: text(100).min(1) }),
    body: EndDisputeBody,
    reach: async ({ request, context, params, body }) => {
      const known = await load(context.handler, dispute, params.id)
      if (known.status === 'none') throw notFound('Dispute')
      const bill = await reachedBill(context, known.transactionId, request.reach()).catch((error: unknown) => {
        throw error instanceof HttpError && error.statusCode === 404 ? notFound('Dispute') : error
      })
      const named = body.transaction_id
      if (named !== bill.id && named.toUpperCase() !== bill.reference)
        throw invalid('transaction_id', 'The dispute is about another bill')
      return { total: bill.total, status: body.status }
    },
    run: async ({ request, context, params: { id }, body: { status: outcome, comment } }) => {
      const reach = request.reach()
      const ofCoe = reach.kind === 'coe' ? reach.coeId : undefined
      const command = commandFrom(request, 'EndDispute', { outcome, comment, ofCoe })
      const ended = await endDispute(context.handler, id, command)
      if (ended.outcome === 'done') await notifySides(context, id, command)
      return ofId(id, ended)
    },
    message: ({ total, status }) => SAID[status](formatNaira(total)),
    shows: SHOWS_DISPUTES,
  })
}
