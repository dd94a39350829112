import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { aboutPermission, PERMISSIONS } from '#domain/kernel/permissions.ts'
import { PermissionList } from '#api/people/contracts/role.ts'

/** GET /api/permissions (E171): those that the portal asks for, and the installation's own. */
export const listPermissions: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/permissions',
    config: { permission: ['MANAGE_ROLE', 'MANAGE_UIMENU'], scope: 'none', shows: ['own_permission'] },
    schema: { tags: ['Roles'], summary: 'Permissions', response: { 200: PermissionList } },
    handler: async () => {
      const own = await app.context.db.selectFrom('own_permission').selectAll().orderBy('permission').execute()
      return {
        data: [
          ...PERMISSIONS.map((permission) => ({
            ...{ id: permission, permission, description: aboutPermission(permission).does, is_built_in: true },
          })),
          ...own.map(({ permission, description }) => ({
            id: permission,
            permission,
            description,
            is_built_in: false,
          })),
        ],
      }
    },
  })
}
