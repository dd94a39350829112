import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { SUPER_ADMIN } from '#domain/people/role/granting.ts'
import { roleIdsOf } from '#api/actor.ts'
import { NamedRoleList } from '#api/people/contracts/role.ts'

/** GET /api/parent/roles (E150): those whose parent the caller holds; a super admin gives all (spec, Q023). */
export const listAssignableRoles: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/parent/roles',
    config: { permission: 'signed-in', scope: 'own', shows: ['role', 'user_account'] },
    schema: { tags: ['Roles'], summary: 'The roles that the caller may give', response: { 200: NamedRoleList } },
    handler: async (request) => {
      const actor = request.actor()
      const held = roleIdsOf(actor)
      const isSuperAdmin = actor.roles.some(({ role }) => role === SUPER_ADMIN)
      const roles = await app.context.db.selectFrom('role').selectAll().orderBy('role').execute()
      const mayGive = roles.filter(
        ({ parent_role_ids: parents }) => isSuperAdmin || parents.some((id) => held.includes(id)),
      )
      return { data: mayGive.map(({ id, role, description, reach }) => ({ id, role, description, reach })) }
    },
  })
}
