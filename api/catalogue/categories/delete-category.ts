import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#commands/handle.ts'
import { ALL_CATEGORIES, category } from '#domain/catalogue/category/category.ts'
import { SHOWS_CATEGORIES } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { NoBody } from '#api/contracts/input.ts'
import { CategoryPath } from './category-path.ts'

/** DELETE /api/service_categories/{id} (E183): one without services; that of drugs stays. */
export const deleteCategory: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'DELETE',
    url: '/api/service_categories/:id',
    summary: 'Delete a category',
    tag: 'Categories',
    permission: 'DELETE_CATEGORY',
    scope: 'all',
    params: CategoryPath,
    body: NoBody,
    reach: ({ params }) => params.id,
    run: async ({ request, context }, categoryId) => {
      const command = commandFrom(request, 'DeleteCategory', { categoryId })
      return ofId(String(categoryId), await handle(context.handler, category, ALL_CATEGORIES, command))
    },
    message: 'The category has been deleted',
    shows: SHOWS_CATEGORIES,
  })
}
