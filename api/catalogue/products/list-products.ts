import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  type CataloguePlace,
  type ListedProduct,
  listProducts as productsOf,
} from '#projections/catalogue/product/product-catalogue.ts'
import { text } from '#domain/kernel/text.ts'
import { ProductQuery, Products } from '#api/catalogue/contracts/product.ts'
import { invalid } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { readAsOf } from '#api/report/read-as-of.ts'

const MODELS = ['product', 'product_stock'] as const

/** GET /api/product (E074): the drugs of the catalogue with the stock at the own hospital, by name, a page by key. */
export const listProducts: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/product',
    config: {
      permission: ['BILL_DRUGS', 'CREATE_PRESCRIPTION', 'FULFIL_PRESCRIPTION', 'VIEW_SERVICE'],
      scope: 'reach',
      shows: MODELS,
    },
    schema: {
      tags: ['Billing'],
      summary: 'Drugs that can be billed',
      querystring: ProductQuery,
      response: { 200: Products },
    },
    handler: async (request) => {
      const { search = '', after, limit, ...asOf } = request.query
      const reach = request.reach()
      const coeId = reach.kind === 'coe' ? reach.coeId : undefined
      const place = after === undefined ? undefined : readCursor(after)
      const { rows, next } = await readAsOf(app.context, asOf, MODELS, (db, moment) =>
        productsOf(db, moment, { search, after: place, limit, coeId }),
      )
      return {
        data: rows.map((row) => ({
          productId: row.id,
          productName: row.name,
          description: row.description,
          price: nairaText(row.price),
          manufacturerId: row.manufacturer_id,
          manufacturer: { manufacturerId: row.manufacturer_id, manufacturerName: row.manufacturer_name },
          stock: stockIn(row),
        })),
        next: next === undefined ? null : Buffer.from(JSON.stringify(next)).toString('base64url'),
      }
    },
  })
}

const stockIn = ({ quantity, changed_at }: ListedProduct) =>
  quantity === null || changed_at === null ? null : { quantity, changed_at }

const Place = z.strictObject({ name: text(1_000), id: text(100) })

function readCursor(cursor: string): CataloguePlace {
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw invalid('after', 'This page does not exist; start again from the first')
  }
}
