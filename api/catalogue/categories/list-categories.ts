import type { FastifyPluginAsync } from 'fastify'
import { categoriesReport } from '#projections/catalogue/service-category/categories-report.ts'
import { CategoryListFilter, CategoryView } from '#api/catalogue/contracts/category.ts'
import { reportRoutes } from '#api/report/report-routes.ts'

/** GET /api/service_categories/list, /totals and /csv: the categories, for those who administer them (spec, E073). */
export const listCategories: FastifyPluginAsync = async (app) => {
  reportRoutes(app, {
    url: '/api/service_categories/list',
    summary: 'Categories of services',
    tag: 'Categories',
    permission: 'VIEW_CATEGORY',
    report: categoriesReport,
    query: CategoryListFilter,
    row: CategoryView,
    // Categories belong to no hospital: whoever may see them sees all.
    filterOf: (filter) => filter,
  })
}
