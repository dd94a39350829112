import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { role } from '#projections/people/role/role.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import { RoleList } from '#api/people/contracts/role.ts'
import { readAsOf } from '#api/report/read-as-of.ts'
import { roleView } from './role-view.ts'

/** GET /api/roles (E170): the roles, for the screens that choose among them. */
export const listRoles: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/roles',
    config: { permission: ['MANAGE_ROLE', 'VIEW_CATEGORY', 'VIEW_USERS'], scope: 'none', shows: ['role'] },
    schema: { tags: ['Roles'], summary: 'Roles', querystring: AsOfQuery, response: { 200: RoleList } },
    handler: async (request) => {
      const rows = await readAsOf(app.context, request.query, [role.name], (db, moment) =>
        db.selectFrom(moment.rowsOf(role).as('r')).selectAll().orderBy('role').orderBy('id').execute(),
      )
      return { data: rows.map(roleView) }
    },
  })
}
