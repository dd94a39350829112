import type { FastifyPluginAsync } from 'fastify'
import { attachRole } from '#commands/catalogue/category/attach-role.ts'
import { SHOWS_CATEGORIES } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { NoBody } from '#api/contracts/input.ts'
import { CategoryRolePath } from './category-path.ts'

/** DELETE /api/service_categories/{id}/roles/{roleId} (E185): with the last one the category is everybody's again. */
export const detachRole: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'DELETE',
    url: '/api/service_categories/:id/roles/:roleId',
    summary: 'Detach a role from a category',
    tag: 'Categories',
    permission: 'ATTACH_ROLE_CATEGORY',
    scope: 'all',
    params: CategoryRolePath,
    body: NoBody,
    reach: ({ params: { id: categoryId, roleId } }) => ({ categoryId, roleId }),
    run: async ({ request, context }, about) => {
      const command = commandFrom(request, 'DetachRole', about)
      return ofId(String(about.categoryId), await attachRole(context.handler, command))
    },
    message: 'The role has been detached',
    shows: SHOWS_CATEGORIES,
  })
}
