import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { CommandIdReused, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { ofOtherRoles } from '#commands/money/transaction/price-lines.ts'
import { ALL_CATEGORIES, category, DRUG_CATEGORY } from '#domain/catalogue/category/category.ts'
import { product } from '#domain/catalogue/product/product.ts'
import { roleIdsOf } from '#api/actor.ts'
import { commandFrom } from '#api/command-from.ts'
import { ProductOrder, ProductOrderBody } from '#api/money/contracts/billing.ts'
import { invalid, Refused } from '#api/http-error.ts'
import { billablePatient } from './billable-patient.ts'
import { placeOrder, sameDrugs } from './product-orders.ts'

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
      const categories = await load(app.context.handler, category, ALL_CATEGORIES)
      const closed = ofOtherRoles(categories, roleIdsOf(request.actor()), DRUG_CATEGORY)
      if (closed !== undefined) throw new Refused(closed, { services: 'products' })
      for (const [index, { productId }] of products.entries()) {
        const { status } = await load(app.context.handler, product, productId)
        if (status !== 'listed') throw invalid(`products.${index}.productId`, 'This drug does not exist')
      }
      const cause = commandFrom(request, 'PlaceOrder', {})
      const order = {
        id: deriveId(cause.id, 'order'),
        patientId: patient.id,
        coeId: patient.coeId,
        products: products.map(({ productId: itemId, quantity }) => ({ itemId, quantity })),
      }
      const kept = await placeOrder(app.context, order, request.actor().id)
      // The same request again is the same order; the same key for another one is a mistake.
      if (kept.patientId !== order.patientId || !sameDrugs(kept.products, order.products))
        throw new CommandIdReused(cause.id)
      return { data: { transactionId: order.id } }
    },
  })
}
