import type { FastifyPluginAsync } from 'fastify'
import { deriveId } from '#commands/ids.ts'
import { priceProducts } from '#commands/money/transaction/price-lines.ts'
import { roleIdsOf } from '#api/actor.ts'
import { commandRoute } from '#api/command-route.ts'
import { BilledAnswer, BillDrugsBody } from '#api/money/contracts/billing.ts'
import { SHOWS_BILLS } from '#api/money/shows.ts'
import { invalid } from '#api/http-error.ts'
import { billablePatient } from './billable-patient.ts'
import { completeBill } from './complete-bill.ts'
import { ownDocuments } from './own-documents.ts'
import { findOrder, sameDrugs } from './product-orders.ts'

/** POST /api/coestaff/drugbillings (E070): bills an order of the product service, once. */
export const billDrugs: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/coestaff/drugbillings',
    summary: 'Bill drugs',
    tag: 'Billing',
    permission: 'BILL_DRUGS',
    scope: 'reach',
    body: BillDrugsBody,
    answer: BilledAnswer,
    reach: ({ request, context, body }) => billablePatient(context, body.patient_id, request.reach()),
    run: async ({ request, context, body }, patient) => {
      const { order_id: orderId, comment, documents, drugs, expected_total: expectedTotal } = body
      const order = await findOrder(context, orderId)
      if (order === undefined || order.patientId !== patient.id || order.coeId !== patient.coeId)
        throw invalid('order_id', 'This patient has no such order')
      const wanted = drugs.map(({ productId: itemId, quantity }) => ({ itemId, quantity }))
      if (!sameDrugs(order.products, wanted)) throw invalid('drugs', 'These drugs are not the ones ordered')
      return completeBill(request, {
        // One order, one stream: whoever bills it a second time meets the first bill there.
        transactionId: deriveId('drug-order', orderId),
        kind: 'drug',
        orderId,
        patient,
        price: () => priceProducts(context.handler, roleIdsOf(request.actor()), wanted),
        documents: await ownDocuments(context, request.actor().id, documents),
        comment,
        expectedTotal,
      })
    },
    // The lines of a drug bill come as `drugs`.
    fieldNames: { services: 'drugs' },
    message: 'Billing has been completed',
    shows: SHOWS_BILLS,
  })
}
