import type { FastifyPluginAsync } from 'fastify'
import { pricesReport } from '#projections/catalogue/service/prices-report.ts'
import { coeServicesReport, servicesReport } from '#projections/catalogue/service/services-report.ts'
import { type Actor, roleIdsOf } from '#api/actor.ts'
import { hospitalNamed } from '#api/catalogue/coes/hospital-named.ts'
import { CoeServiceListFilter, ServiceListFilter, ServiceRow } from '#api/catalogue/contracts/service.ts'
import { PriceRow } from '#api/catalogue/contracts/price-import.ts'
import { invalid, notFound } from '#api/http-error.ts'
import { reportRoutes } from '#api/report/report-routes.ts'
import { seesAll } from './seen-by.ts'

/** Of which roles the categories are shown to somebody; undefined is of all. */
const rolesFor = (actor: Actor) => (seesAll(actor) ? undefined : roleIdsOf(actor))

/** Services on offer, with totals and CSV: for those who administer them (S094), and as one hospital bills them (S095). */
export const listServicePrices: FastifyPluginAsync = async (app) => {
  reportRoutes(app, {
    url: '/api/services/list',
    summary: 'Services on offer',
    tag: 'Services',
    permission: 'VIEW_SERVICE',
    report: servicesReport,
    query: ServiceListFilter,
    row: ServiceRow,
    // Services belong to no hospital; which categories somebody sees, their roles say (docs/decisions/0032).
    filterOf: async ({ on, ...filter }, _reach, _context, _params, actor, day) => ({
      ...filter,
      on: on ?? (await day()),
      roles: rolesFor(actor),
    }),
  })
  reportRoutes(app, {
    url: '/api/services/prices',
    summary: 'Every price that holds or is planned',
    tag: 'Services',
    permission: 'VIEW_SERVICE',
    report: pricesReport,
    query: CoeServiceListFilter,
    row: PriceRow,
    filterOf: async ({ coe, on, ...filter }, _reach, context, _params, actor, day) => ({
      ...filter,
      coe: coe === undefined ? undefined : (await hospitalNamed(context, coe)).id,
      on: on ?? (await day()),
      roles: rolesFor(actor),
    }),
  })
  reportRoutes(app, {
    url: '/api/services/coe',
    summary: 'Services as a hospital bills them',
    tag: 'Services',
    permission: 'VIEW_SERVICE',
    report: coeServicesReport,
    query: CoeServiceListFilter,
    row: ServiceRow,
    filterOf: async ({ coe, on, ...filter }, reach, context, _params, actor, day) => {
      const own = reach.kind === 'coe' ? reach.coeId : undefined
      // What is out of reach reads as not found.
      if (own !== undefined && coe !== undefined && coe !== own) throw notFound('Hospital')
      const asked = coe ?? own
      if (asked === undefined) throw invalid('coe', 'Select a hospital')
      const { id } = await hospitalNamed(context, asked)
      return { ...filter, coe: id, on: on ?? (await day()), roles: rolesFor(actor) }
    },
  })
}
