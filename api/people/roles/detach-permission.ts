import type { FastifyPluginAsync } from 'fastify'
import { changePermission } from '#commands/people/role/change-role.ts'
import { SHOWS_ROLES } from '#api/people/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { NoBody } from '#api/contracts/input.ts'
import { RolePermissionPath } from './role-path.ts'

/** DELETE /api/roles/{roleId}/permissions/{permissionId} (E176): its holders may not do it from their next call on. */
export const detachPermission: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'DELETE',
    url: '/api/roles/:roleId/permissions/:permissionId',
    summary: 'Detach a permission from a role',
    tag: 'Roles',
    permission: 'MANAGE_ROLE',
    scope: 'all',
    params: RolePermissionPath,
    body: NoBody,
    reach: ({ params: { roleId, permissionId: permission } }) => ({ roleId, permission }),
    run: async ({ request, context }, about) =>
      ofId(about.roleId, await changePermission(context.handler, commandFrom(request, 'DetachPermission', about))),
    message: 'Permission has been detached from the role.',
    shows: SHOWS_ROLES,
  })
}
