import type { FastifyPluginAsync } from 'fastify'
import { deriveId } from '#commands/ids.ts'
import { priceServices } from '#commands/money/transaction/price-lines.ts'
import { roleIdsOf } from '#api/actor.ts'
import { commandRoute } from '#api/command-route.ts'
import { BilledAnswer, BillServicesBody } from '#api/money/contracts/billing.ts'
import { SHOWS_BILLS } from '#api/money/shows.ts'
import { billablePatient } from './billable-patient.ts'
import { completeBill } from './complete-bill.ts'
import { ownDocuments } from './own-documents.ts'

/** POST /api/coestaff/billings (E069): bills services against a patient's wallet. */
export const billServices: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/coestaff/billings',
    summary: 'Bill services',
    tag: 'Billing',
    permission: 'BILL_SERVICES',
    scope: 'reach',
    body: BillServicesBody,
    answer: BilledAnswer,
    reach: ({ request, context, body }) => billablePatient(context, body.patient_id, request.reach()),
    run: async ({ request, context, body: { comment, documents, services, expected_total } }, patient) => {
      const biller = { coeId: patient.coeId, roleIds: roleIdsOf(request.actor()) }
      const wanted = services.map(({ service_id: itemId, quantity }) => ({ itemId, quantity }))
      return completeBill(request, {
        transactionId: deriveId(request.commandId(), 'transaction'),
        kind: 'service',
        patient,
        price: (day) => priceServices(context.handler, { ...biller, day }, wanted),
        documents: await ownDocuments(context, request.actor().id, documents),
        comment,
        expectedTotal: expected_total,
      })
    },
    message: 'Billing has been completed',
    shows: SHOWS_BILLS,
  })
}
