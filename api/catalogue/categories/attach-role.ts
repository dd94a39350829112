import type { FastifyPluginAsync } from 'fastify'
import { attachRole as attach } from '#commands/catalogue/category/attach-role.ts'
import { SHOWS_CATEGORIES } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { NoBody } from '#api/contracts/input.ts'
import { CategoryRolePath } from './category-path.ts'

/** POST /api/service_categories/{id}/roles/{roleId} (E184): from then on it is for those who hold one of its roles. */
export const attachRole: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/service_categories/:id/roles/:roleId',
    summary: 'Attach a role to a category',
    tag: 'Categories',
    permission: 'ATTACH_ROLE_CATEGORY',
    scope: 'all',
    params: CategoryRolePath,
    body: NoBody,
    reach: ({ params: { id: categoryId, roleId } }) => ({ categoryId, roleId }),
    run: async ({ request, context }, about) => {
      const command = commandFrom(request, 'AttachRole', about)
      return ofId(String(about.categoryId), await attach(context.handler, command))
    },
    message: 'The role has been attached',
    shows: SHOWS_CATEGORIES,
  })
}
