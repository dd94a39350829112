import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#commands/handle.ts'
import { product } from '#domain/catalogue/product/product.ts'
import { SHOWS_PRODUCTS } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { EditedProductSent, factsIn, ProductPath } from './product-path.ts'

/** PUT /api/products/{id}: all that is said of it anew, its price from then on; what was billed keeps its own. */
export const editProduct: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'PUT',
    url: '/api/products/:id',
    summary: 'Edit a product',
    tag: 'Products',
    permission: 'EDIT_SERVICE',
    scope: 'all',
    params: ProductPath,
    body: EditedProductSent,
    reach: ({ params }) => params.id,
    run: async ({ request, context, body }, productId) => {
      const { revision } = body
      const command = commandFrom(request, 'EditProduct', { productId, revision, ...(await factsIn(context, body)) })
      return ofId(productId, await handle(context.handler, product, productId, command))
    },
    message: 'The product has been changed',
    shows: SHOWS_PRODUCTS,
  })
}
