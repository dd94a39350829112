import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { DRUG_CATEGORY } from '#domain/catalogue/category/category.ts'
import { role } from '#projections/people/role/role.ts'
import { serviceCategory } from '#projections/catalogue/service-category/service-category.ts'
import { servicesAt } from '#projections/catalogue/service/services-on-offer.ts'
import { ServiceCategories } from '#api/catalogue/contracts/service.ts'
import { invalid } from '#api/http-error.ts'
import { nairaText } from '#api/naira.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import { dayOf } from '#api/report/as-of.ts'
import { readAsOf } from '#api/report/read-as-of.ts'
import { hospitalNamed } from '#api/catalogue/coes/hospital-named.ts'
import { seenBy, seesAll } from './seen-by.ts'
import { text } from '#domain/kernel/text.ts'

const MODELS = ['role', 'service', 'service_category', 'service_price'] as const

/**
 * GET /api/service_categories (E073): what a hospital may bill, by category, at its own prices. Drugs have none here. Those
 * who bill are shown what their roles may, and no category that has nothing to bill. Those who see the categories are shown
 * all, with their roles, at the services' own prices where they name no hospital.
 */
export const listServiceCategories: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/service_categories',
    config: {
      permission: ['BILL_SERVICES', 'CREATE_PATIENT_REFERRAL', 'VIEW_CATEGORY', 'VIEW_SERVICE', 'VIEW_CHF_REPORT'],
      scope: 'reach',
      shows: MODELS,
    },
    schema: {
      tags: ['Billing'],
      summary: 'Categories with their services, priced for a hospital',
      querystring: AsOfQuery.extend({
        coe: text(60)
          .optional()
          .describe("A hospital; the caller's own when left out, and none for those who see all categories"),
        roles: text(2_000).optional().describe('Ids by comma: only what these roles may bill, of those the caller has'),
      }),
      response: { 200: ServiceCategories },
    },
    handler: async (request) => {
      const reach = request.reach()
      const coeId = request.query.coe ?? (reach.kind === 'coe' ? reach.coeId : undefined)
      const isAdministered = seesAll(request.actor())
      if (coeId === undefined && !isAdministered) throw invalid('coe', 'Select a hospital')
      const hospital = coeId === undefined ? undefined : await hospitalNamed(app.context, coeId)
      const { roles: asked, ...asOf } = request.query
      const isSeen = seenBy(request.actor(), asked?.split(','))
      const at = { coeId: hospital?.id, day: await dayOf(app.context, asOf) }
      const { categories, services, roles } = await readAsOf(app.context, asOf, MODELS, async (db, moment) => ({
        categories: await db
          .selectFrom(moment.rowsOf(serviceCategory).as('c'))
          .selectAll()
          .where('c.is_deleted', '=', false)
          .orderBy('id')
          .execute(),
        services: await servicesAt(db, moment, at),
        roles: await db.selectFrom(moment.rowsOf(role).as('r')).select(['id', 'role']).orderBy('role').execute(),
      }))
      const seesRoles = request.actor().permissions.has('VIEW_CATEGORY')
      return {
        data: categories
          .filter(({ role_ids: attached }) => isSeen(attached))
          .map(({ id, name, code, role_ids: attached }) => ({
            id,
            category_name: name,
            category_code: code,
            ...(seesRoles ? { roles: roles.filter((one) => attached.includes(one.id)) } : {}),
            services: services
              .filter(({ category_id }) => category_id === id)
              .map((service) => ({
                id: service.id,
                service_name: service.name,
                service_code: service.code,
                price: nairaText(service.own_price ?? service.price),
              })),
          }))
          .filter(({ id, services: offered }) => isAdministered || id === DRUG_CATEGORY || offered.length > 0),
      }
    },
  })
}
