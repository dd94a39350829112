import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { coe } from '#projections/catalogue/coe/coe.ts'
import { productStock } from '#projections/catalogue/stock/product-stock.ts'
import { ProductDetail } from '#api/catalogue/contracts/product.ts'
import { notFound } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { reachedHospital } from '#api/reached-hospital.ts'
import { readAsOf } from '#api/report/read-as-of.ts'
import { pastOfProduct } from './product-history.ts'
import { ProductPath, SEES_PRODUCTS } from './product-path.ts'

const MODELS = ['coe', 'product_stock'] as const

/**
 * GET /api/products/{id}: a drug with what hospitals have of it, and its whole history; a delisted one too. All but the
 * stock is from the log: whoever sends that revision has seen these facts.
 */
export const viewProduct: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/products/:id',
    config: { permission: SEES_PRODUCTS, scope: 'reach', shows: [...MODELS, 'user_account'] },
    schema: {
      tags: ['Products'],
      summary: 'One product with its stock and its history',
      params: ProductPath,
      response: { 200: ProductDetail },
    },
    handler: async (request) => {
      const { id } = request.params
      const own = reachedHospital(request.reach(), undefined)
      const { state, history } = await pastOfProduct(app.context, id)
      if (state.status === 'none') throw notFound('Product')
      const stock = await readAsOf(app.context, {}, MODELS, (db, moment) => {
        const recorded = db
          .selectFrom(moment.rowsOf(productStock).as('s'))
          .innerJoin(moment.rowsOf(coe).as('h'), 'h.id', 's.coe_id')
          .select(['s.coe_id', 'h.name as coe_name', 's.quantity', 's.changed_at'])
          .where('s.product_id', '=', id)
        const reached = own === undefined ? recorded : recorded.where('s.coe_id', '=', own)
        return reached.orderBy('h.name_key').orderBy('s.coe_id').execute()
      })
      const { name, description, manufacturerName, price, status, revision } = state
      return {
        data: {
          ...{ id, product_name: name, description, manufacturer_name: manufacturerName },
          price: nairaText(price),
          is_delisted: status === 'delisted',
          stock,
          revision,
          history,
        },
      }
    },
  })
}
