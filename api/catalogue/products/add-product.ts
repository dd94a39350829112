import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { product } from '#domain/catalogue/product/product.ts'
import { SHOWS_PRODUCTS } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { factsIn, ProductSent } from './product-path.ts'

/** POST /api/products (beyond the spec's tables; docs/decisions/0104-products-and-their-stock.md): a drug that is billed from then on. */
export const addProduct: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/products',
    summary: 'Add a product',
    tag: 'Products',
    permission: 'CREATE_SERVICE',
    scope: 'all',
    body: ProductSent,
    reach: ({ request }) => deriveId(request.commandId(), 'product'),
    run: async ({ request, context, body }, productId) => {
      const command = commandFrom(request, 'ListProduct', { productId, ...(await factsIn(context, body)) })
      return ofId(productId, await handle(context.handler, product, productId, command))
    },
    message: 'The product has been added',
    shows: SHOWS_PRODUCTS,
  })
}
