import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { deriveId } from '#commands/ids.ts'
import { priceServices } from '#commands/money/transaction/price-lines.ts'
import { commandFrom } from '#api/command-from.ts'
import { BilledAnswer, BillServicesBody } from '#api/money/contracts/billing.ts'
import { billablePatient } from './billable-patient.ts'
import { completeBill } from './complete-bill.ts'
import { ownDocuments } from './own-documents.ts'

/** POST /api/coestaff/billings (E069): bills services against a patient's wallet. */
export const billServices: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/coestaff/billings',
    config: { permission: 'BILL_SERVICES', scope: 'reach' },
    schema: { tags: ['Billing'], summary: 'Bill services', body: BillServicesBody, response: { 200: BilledAnswer } },
    handler: async (request) => {
      const { patient_id: patientId, comment, documents, services } = request.body
      const patient = await billablePatient(app.context, patientId, request.reach())
      const wanted = services.map(({ service_id: itemId, quantity }) => ({ itemId, quantity }))
      return completeBill(request, {
        transactionId: deriveId(commandFrom(request, 'RequestBilling', {}).id, 'transaction'),
        kind: 'service',
        patient,
        price: () => priceServices(app.context.handler, patient.coeId, wanted),
        documents: await ownDocuments(app.context, request.actor().id, documents),
        comment,
        expectedTotal: request.body.expected_total,
      })
    },
  })
}
