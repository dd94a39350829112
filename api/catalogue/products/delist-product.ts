import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#commands/handle.ts'
import { product } from '#domain/catalogue/product/product.ts'
import { SHOWS_PRODUCTS } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { NoBody } from '#api/contracts/input.ts'
import { ProductPath } from './product-path.ts'

/** DELETE /api/products/{id}: nobody bills it from now on; what was billed stays, and so does what is left in stock. */
export const delistProduct: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'DELETE',
    url: '/api/products/:id',
    summary: 'Take a product off the list',
    tag: 'Products',
    permission: 'DELETE_SERVICE',
    scope: 'all',
    params: ProductPath,
    body: NoBody,
    reach: ({ params }) => params.id,
    run: async ({ request, context }, productId) => {
      const command = commandFrom(request, 'DelistProduct', { productId })
      return ofId(productId, await handle(context.handler, product, productId, command))
    },
    message: 'The product has been taken off the list',
    shows: SHOWS_PRODUCTS,
  })
}
