import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#commands/handle.ts'
import { permissionIdOf } from '#commands/people/role/permission-id.ts'
import { permission } from '#domain/people/permission/permission.ts'
import { PermissionBody } from '#api/people/contracts/role.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'

/** POST /api/permissions (E174): one of the installation's own, which opens nothing but menu items. */
export const addPermission: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/permissions',
    summary: 'Add a permission',
    tag: 'Roles',
    permission: 'MANAGE_ROLE',
    scope: 'all',
    body: PermissionBody,
    reach: () => undefined,
    run: async ({ request, context, body: { permission: name, description } }) => {
      const permissionId = permissionIdOf(name)
      const command = commandFrom(request, 'AddPermission', { permissionId, permission: name, description })
      return ofId(name, await handle(context.handler, permission, permissionId, command))
    },
    message: 'The permission has been added',
    shows: ['own_permission'],
  })
}
