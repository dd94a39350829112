import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { deriveId } from '#commands/ids.ts'
import { priceProducts } from '#commands/money/transaction/price-lines.ts'
import { BilledAnswer, BillDrugsBody } from '#api/money/contracts/billing.ts'
import { invalid } from '#api/http-error.ts'
import { billablePatient } from './billable-patient.ts'
import { completeBill } from './complete-bill.ts'
import { ownDocuments } from './own-documents.ts'
import { findOrder, sameDrugs } from './product-orders.ts'

/** POST /api/coestaff/drugbillings (E070): bills an order of the product service, once. */
export const billDrugs: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/coestaff/drugbillings',
    config: { permission: 'BILL_DRUGS', scope: 'reach' },
    schema: { tags: ['Billing'], summary: 'Bill drugs', body: BillDrugsBody, response: { 200: BilledAnswer } },
    handler: async (request) => {
      const { patient_id: patientId, order_id: orderId, comment, documents, drugs } = request.body
      const patient = await billablePatient(app.context, patientId, request.reach())
      const order = await findOrder(app.context, orderId)
      if (order === undefined || order.patientId !== patient.id || order.coeId !== patient.coeId)
        throw invalid('order_id', 'There is no such order for this patient')
      const wanted = drugs.map(({ product_id: itemId, quantity }) => ({ itemId, quantity }))
      if (!sameDrugs(order.products, wanted)) throw invalid('drugs', 'These are not the drugs of the order')
      return completeBill(request, {
        // One order, one stream: whoever bills it a second time meets the first bill there.
        transactionId: deriveId('drug-order', orderId),
        kind: 'drug',
        orderId,
        patient,
        price: () => priceProducts(app.context.handler, wanted),
        documents: await ownDocuments(app.context, request.actor().id, documents),
        comment,
        expectedTotal: request.body.expected_total,
      })
    },
  })
}
