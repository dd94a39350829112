import type { FastifyPluginAsync } from 'fastify'
import { changeParent } from '#commands/people/role/change-role.ts'
import { ParentRoleBody } from '#api/people/contracts/role.ts'
import { SHOWS_ROLES } from '#api/people/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'

/** POST /api/roles/parent (E177): the holders of the parent may give the role to people. */
export const attachParentRole: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/roles/parent',
    summary: 'Attach a parent to a role',
    tag: 'Roles',
    permission: 'MANAGE_ROLE',
    scope: 'all',
    body: ParentRoleBody,
    reach: ({ body: { role_id: roleId, parent_role_id: parentRoleId } }) => ({ roleId, parentRoleId }),
    run: async ({ request, context }, about) =>
      ofId(about.roleId, await changeParent(context.handler, commandFrom(request, 'AttachParentRole', about))),
    message: 'Parent attached to role',
    shows: SHOWS_ROLES,
  })
}
