import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { load } from '../../commands/handle.ts'
import { product } from '../../domain/product/product.ts'
import { ProductOrder, ProductOrderBody } from '../contracts/billing.ts'
import { invalid } from '../http-error.ts'
import { billablePatient } from './billable-patient.ts'
import { placeOrder } from './product-orders.ts'

/** POST /api/transaction/chf (E072): an order at the product service; its id is what a drug bill names. */
export const orderProducts: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/transaction/chf',
    config: { permission: 'BILL_DRUGS', scope: 'reach' },
    schema: {
      tags: ['Billing'],
      summary: 'Order drugs at the product service',
      body: ProductOrderBody,
      response: { 200: ProductOrder },
    },
    handler: async (request) => {
      const { patientId, products } = request.body
      const patient = await billablePatient(app.context, patientId, request.reach())
      for (const [index, { productId }] of products.entries()) {
        const { status } = await load(app.context.handler, product, productId)
        if (status !== 'listed') throw invalid(`products.${index}.productId`, 'There is no such drug')
      }
      const order = { patientId: patient.id, coeId: patient.coeId, orderedBy: request.actor().id }
      return { data: { transactionId: await placeOrder(app.context, order) } }
    },
  })
}
