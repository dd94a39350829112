import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#commands/handle.ts'
import { ALL_CATEGORIES, category } from '#domain/catalogue/category/category.ts'
import { CategoryBody } from '#api/catalogue/contracts/category-body.ts'
import { SHOWS_CATEGORIES } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { CategoryPath } from './category-path.ts'

/** PUT /api/service_categories/{id} (E182): another name, another code. */
export const renameCategory: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'PUT',
    url: '/api/service_categories/:id',
    summary: 'Rename a category',
    tag: 'Categories',
    permission: 'EDIT_CATEGORY',
    scope: 'all',
    params: CategoryPath,
    body: CategoryBody,
    reach: ({ params }) => params.id,
    run: async ({ request, context, body: { category_name: name, category_code: code } }, categoryId) => {
      const command = commandFrom(request, 'RenameCategory', { categoryId, name, code })
      return ofId(String(categoryId), await handle(context.handler, category, ALL_CATEGORIES, command))
    },
    message: 'The category has been changed',
    shows: SHOWS_CATEGORIES,
  })
}
