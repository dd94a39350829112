import type { FastifyPluginAsync } from 'fastify'
import { handle } from '#commands/handle.ts'
import { menu } from '#domain/people/menu/menu.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { MenuItemPath, MenuPlaceBody } from '#api/people/contracts/menu.ts'

/** PUT /api/uimenu/{id}: in another group or at another place there; two that move one at once end where the last put it. */
export const moveMenuItem: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    method: 'PUT',
    url: '/api/uimenu/:id',
    summary: 'Move an item of the menu',
    tag: 'Menu',
    permission: 'MANAGE_UIMENU',
    scope: 'all',
    params: MenuItemPath,
    body: MenuPlaceBody,
    reach: ({ params }) => params.id,
    run: async ({ request, context, body: { group, order } }, menuItemId) => {
      const command = commandFrom(request, 'MoveMenuItem', { menuItemId, group, order })
      return ofId(menuItemId, await handle(context.handler, menu, menuItemId, command))
    },
    message: 'The menu item has been moved',
    shows: ['menu_item'],
  })
}
