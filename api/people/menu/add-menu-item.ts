import type { FastifyPluginAsync } from 'fastify'
import { load } from '#commands/handle.ts'
import { addMenuItem as add } from '#commands/people/menu/add-menu-item.ts'
import { menuItemIdOf } from '#commands/people/menu/menu-item-id.ts'
import { menu } from '#domain/people/menu/menu.ts'
import { MenuItemBody } from '#api/people/contracts/menu.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'

/** Between two items, for those that come between. */
const STEP = 10

/** POST /api/uimenu (E179): an item that leads to its link; in 'Work' and last there, unless it is said. */
export const addMenuItem: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/uimenu',
    summary: 'Add an item to the menu',
    tag: 'Menu',
    permission: 'MANAGE_UIMENU',
    scope: 'all',
    body: MenuItemBody,
    reach: async ({ context, body }) => {
      const menuItemId = menuItemIdOf(body.menu_link)
      // What is there stays where it is: the same again changes nothing.
      const there = await load(context.handler, menu, menuItemId)
      const order = body.order ?? (there.status === 'shown' ? there.item.order : await lastIn(context, body.group))
      return { menuItemId, order }
    },
    run: async ({ request, context, body }, { menuItemId, order }) => {
      const data = {
        ...{ menuItemId, name: body.menu_name, link: body.menu_link, permission: body.menu_permission ?? null },
        ...{ icon: body.menu_icon, category: body.menu_category, group: body.group, order },
      }
      return ofId(menuItemId, await add(context.handler, commandFrom(request, 'AddMenuItem', data)))
    },
    message: 'The menu item has been added',
    shows: ['menu_item'],
  })
  const lastIn = async ({ db }: typeof app.context, group: string): Promise<number> => {
    const { last } = await db
      .selectFrom('menu_item')
      .select(({ fn }) => fn.max('sort_order').as('last'))
      .where('menu_group', '=', group)
      .executeTakeFirstOrThrow()
    return Number(last ?? 0) + STEP
  }
}
