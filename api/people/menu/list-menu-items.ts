import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { MENU_GROUPS } from '#domain/kernel/menu-groups.ts'
import { MenuItemList } from '#api/people/contracts/menu.ts'

/** GET /api/uimenu/items: the whole menu, for those who administer it, with the roles that are shown each item. */
export const listMenuItems: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/uimenu/items',
    config: { permission: 'MANAGE_UIMENU', scope: 'none', shows: ['menu_item', 'role'] },
    schema: { tags: ['Menu'], summary: 'All items of the menu', response: { 200: MenuItemList } },
    handler: async () => {
      const { db } = app.context
      const items = await db.selectFrom('menu_item').selectAll().orderBy('sort_order').orderBy('id').execute()
      const roles = await db.selectFrom('role').select(['role', 'permissions']).orderBy('role').execute()
      return {
        data: items.map((item) => ({
          ...{ id: item.id, menu_name: item.name, menu_link: item.link, menu_permission: item.permission },
          ...{ menu_icon: item.icon, menu_category: item.category, order: item.sort_order },
          group: MENU_GROUPS.find((group) => group === item.menu_group) ?? 'Work',
          seen_by: roles
            .filter(({ permissions }) => item.permission === null || permissions.includes(item.permission))
            .map(({ role }) => role),
        })),
      }
    },
  })
}
