import type { FastifyPluginAsync } from 'fastify'
import { productsReport } from '#projections/catalogue/product/products-report.ts'
import { hospitalNamed } from '#api/catalogue/coes/hospital-named.ts'
import { ProductListFilter, ProductRow } from '#api/catalogue/contracts/product.ts'
import { reachedHospital } from '#api/reached-hospital.ts'
import { reportRoutes } from '#api/report/report-routes.ts'
import { SEES_PRODUCTS } from './product-path.ts'

/** GET /api/products/list, /totals and /csv: the drugs with their stock, for those who administer them. */
export const listAdministeredProducts: FastifyPluginAsync = async (app) => {
  reportRoutes(app, {
    url: '/api/products/list',
    summary: 'Products with their stock',
    tag: 'Products',
    permission: SEES_PRODUCTS,
    report: productsReport,
    query: ProductListFilter,
    row: ProductRow,
    // Drugs belong to no hospital, their stock does.
    filterOf: async ({ coe: asked, search }, reach, context) => {
      const coe = reachedHospital(reach, asked)
      return { search, coe: coe === undefined ? undefined : (await hospitalNamed(context, coe)).id }
    },
  })
}
