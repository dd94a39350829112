import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#commands/handle.ts'
import { ALL_CATEGORIES, category } from '#domain/catalogue/category/category.ts'
import { CategoryBody } from '#api/catalogue/contracts/category-body.ts'
import { SHOWS_CATEGORIES } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'

/** POST /api/service_categories (E181): a new category, under the next id. */
export const addCategory: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/service_categories',
    summary: 'Add a category',
    tag: 'Categories',
    permission: 'CREATE_CATEGORY',
    scope: 'all',
    body: CategoryBody,
    reach: () => undefined,
    run: async ({ request, context, body: { category_name: name, category_code: code } }) => {
      const command = commandFrom(request, 'AddCategory', { name, code })
      const added = await handle(context.handler, category, ALL_CATEGORIES, command)
      return ofId(added.outcome === 'done' ? String(added.state.requests.get(command.id)) : '', added)
    },
    message: 'The category has been added',
    shows: SHOWS_CATEGORIES,
  })
}
