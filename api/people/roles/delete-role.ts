import type { FastifyPluginAsync } from 'fastify'
import { deleteRole as remove } from '#commands/people/role/delete-role.ts'
import { SHOWS_ROLES } from '#api/people/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { NoBody } from '#api/contracts/input.ts'
import { RolePath } from './role-path.ts'

/** DELETE /api/roles/{id} (E173): one that nobody and nothing uses (spec, open-questions Q125). */
export const deleteRole: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'DELETE',
    url: '/api/roles/:id',
    summary: 'Delete a role',
    tag: 'Roles',
    permission: 'MANAGE_ROLE',
    scope: 'all',
    params: RolePath,
    body: NoBody,
    reach: ({ params }) => params.id,
    run: async ({ request, context }, roleId) =>
      ofId(roleId, await remove(context.handler, commandFrom(request, 'DeleteRole', { roleId }))),
    message: 'The role has been deleted',
    shows: SHOWS_ROLES,
  })
}
