import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { MenuItemList } from '#api/people/contracts/menu.ts'
import { itemsIn } from './items-in.ts'

/** GET /api/uimenu/items: the whole menu, for those who administer it, with the roles that are shown each item. */
export const listMenuItems: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/uimenu/items',
    config: { permission: 'MANAGE_UIMENU', scope: 'none', shows: ['menu_item', 'role'] },
    schema: { tags: ['Menu'], summary: 'All items of the menu', response: { 200: MenuItemList } },
    handler: async () => ({ data: await itemsIn(app.context) }),
  })
}
