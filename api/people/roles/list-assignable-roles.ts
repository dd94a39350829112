import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { mayGive, SUPER_ADMIN } from '#domain/people/role/granting.ts'
import { roleIdsOf } from '#api/actor.ts'
import { NamedRoleList } from '#api/people/contracts/role.ts'

/** GET /api/parent/roles (E150): those that the caller may give: a super admin all, others their hospital's (spec, Q023). */
export const listAssignableRoles: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/parent/roles',
    config: { permission: 'signed-in', scope: 'own', shows: ['role', 'user_account'] },
    schema: { tags: ['Roles'], summary: 'The roles that the caller may give', response: { 200: NamedRoleList } },
    handler: async (request) => {
      const actor = request.actor()
      const granter = { roleIds: roleIdsOf(actor), isSuperAdmin: actor.roles.some(({ role }) => role === SUPER_ADMIN) }
      const roles = await app.context.db.selectFrom('role').selectAll().orderBy('role').execute()
      const given = roles.filter(({ parent_role_ids: parentRoleIds, ...role }) =>
        mayGive(granter, { ...role, parentRoleIds }),
      )
      return { data: given.map(({ id, role, description, reach }) => ({ id, role, description, reach })) }
    },
  })
}
