import type { FastifyPluginAsync } from 'fastify'
import { createRole as create } from '#commands/people/role/create-role.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { RoleBody } from '#api/people/contracts/role.ts'
import { SHOWS_ROLES } from '#api/people/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'

/** POST /api/roles (E172): a new role, which may do nothing yet. */
export const createRole: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/roles',
    summary: 'Create a role',
    tag: 'Roles',
    permission: 'MANAGE_ROLE',
    scope: 'all',
    body: RoleBody,
    reach: () => undefined,
    run: async ({ request, context, body: { role, description, parentRole, reach } }) => {
      const data = { role, description, reach, parentRoleId: parentRole ?? undefined }
      return ofId(roleIdOf(role), await create(context.handler, commandFrom(request, 'DefineRole', data)))
    },
    fieldNames: { parent_role_id: 'parentRole' },
    message: 'The role has been created',
    shows: SHOWS_ROLES,
  })
}
