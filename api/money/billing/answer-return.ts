import type { FastifyPluginAsync } from 'fastify'
import { answerReturn } from '#commands/money/transaction/answer-return.ts'
import type { Reach } from '#api/actor.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'
import { AnswerReturnBody } from '#api/money/contracts/billing.ts'
import { reachedBill } from '#api/money/reached-bill.ts'
import { SHOWS_BILLS } from '#api/money/shows.ts'
import { attachOwnDocuments, ownDocuments } from './own-documents.ts'

/** POST /api/coestaff/billings/answer: the hospital's answer to a return (beyond the specs), by whoever bills there. */
export const answerReturnRoute: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/coestaff/billings/answer',
    summary: 'Answer the return of a bill',
    tag: 'Billing',
    permission: ['BILL_SERVICES', 'BILL_DRUGS'],
    scope: 'reach',
    body: AnswerReturnBody,
    reach: ({ request, context, body }) => ownBill(context, body.transaction_id, request.reach()),
    run: async ({ request, context, body: { answer, documents: named } }, { id, patientId }) => {
      const documents = await ownDocuments(context, request.actor().id, named)
      const unkept = documents.map((document) => ({ ...document, sha256: '' }))
      const command = commandFrom(request, 'AnswerReturn', { answer, documents: unkept })
      const attach = () => attachOwnDocuments(request, patientId, documents)
      return ofId(id, await answerReturn(context.handler, id, command, attach))
    },
    message: ({ reference }) => `The return of ${reference} has been answered`,
    shows: SHOWS_BILLS,
  })
}

/** Only the hospital speaks for a bill. */
function ownBill(context: AppContext, idOrReference: string, reach: Reach) {
  if (reach.kind !== 'coe') throw notFound('Transaction')
  return reachedBill(context, idOrReference, reach)
}
