import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#commands/handle.ts'
import { menu } from '#domain/people/menu/menu.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { NoBody } from '#api/contracts/input.ts'
import { MenuItemPath } from '#api/people/contracts/menu.ts'

/** DELETE /api/uimenu/{id} (E180): nobody is shown it any more; the screen that it leads to stays. */
export const removeMenuItem: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'DELETE',
    url: '/api/uimenu/:id',
    summary: 'Remove an item from the menu',
    tag: 'Menu',
    permission: 'MANAGE_UIMENU',
    scope: 'all',
    params: MenuItemPath,
    body: NoBody,
    reach: ({ params }) => params.id,
    run: async ({ request, context }, menuItemId) => {
      const command = commandFrom(request, 'RemoveMenuItem', { menuItemId })
      return ofId(menuItemId, await handle(context.handler, menu, menuItemId, command))
    },
    message: 'The menu item has been deleted',
    shows: ['menu_item'],
  })
}
