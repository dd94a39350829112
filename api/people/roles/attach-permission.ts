import type { FastifyPluginAsync } from 'fastify'
import { changePermission } from '#commands/people/role/change-role.ts'
import { SHOWS_ROLES } from '#api/people/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { NoBody } from '#api/contracts/input.ts'
import { RolePermissionPath } from './role-path.ts'

/** POST /api/roles/{roleId}/permissions/{permissionId} (E175): its holders may do it from their next call on. */
export const attachPermission: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/roles/:roleId/permissions/:permissionId',
    summary: 'Attach a permission to a role',
    tag: 'Roles',
    permission: 'MANAGE_ROLE',
    scope: 'all',
    params: RolePermissionPath,
    body: NoBody,
    reach: ({ params: { roleId, permissionId: permission } }) => ({ roleId, permission }),
    run: async ({ request, context }, about) =>
      ofId(about.roleId, await changePermission(context.handler, commandFrom(request, 'AttachPermission', about))),
    message: 'Permission has been attached to role.',
    shows: SHOWS_ROLES,
  })
}
