import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { load } from '#commands/handle.ts'
import { changeParent } from '#commands/people/role/change-role.ts'
import { role } from '#domain/people/role/role.ts'
import { SHOWS_ROLES } from '#api/people/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { Key, NoBody } from '#api/contracts/input.ts'

/**
 * DELETE /api/parent/roles/{id}/{roleId} (E178): `id` is the parent, `roleId` the role; where that pair is none, the other
 * way round (spec, open-questions Q024).
 */
export const detachParentRole: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'DELETE',
    url: '/api/parent/roles/:id/:roleId',
    summary: 'Detach a parent from a role',
    tag: 'Roles',
    permission: 'MANAGE_ROLE',
    scope: 'all',
    params: z.object({ id: Key, roleId: Key }),
    body: NoBody,
    reach: async ({ context: { handler }, params: { id, roleId } }) => {
      const isUnder = async (one: string, parent: string) => {
        const state = await load(handler, role, one)
        return state.status === 'defined' && state.parentRoleIds.includes(parent)
      }
      const isSwapped = !(await isUnder(roleId, id)) && (await isUnder(id, roleId))
      return isSwapped ? { roleId: id, parentRoleId: roleId } : { roleId, parentRoleId: id }
    },
    run: async ({ request, context }, about) =>
      ofId(about.roleId, await changeParent(context.handler, commandFrom(request, 'DetachParentRole', about))),
    message: 'Parent dettached from role',
    shows: SHOWS_ROLES,
  })
}
