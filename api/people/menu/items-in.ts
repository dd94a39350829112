import { MENU_GROUPS } from '#domain/kernel/menu-groups.ts'
import type { AppContext } from '#api/context.ts'
import type { MenuItemView } from '#api/people/contracts/menu.ts'

/** The items of the menu in their order, each with the names of the roles that are shown it. */
export async function itemsIn({ db }: AppContext): Promise<MenuItemView[]> {
  const items = await db.selectFrom('menu_item').selectAll().orderBy('sort_order').orderBy('id').execute()
  const roles = await db.selectFrom('role').select(['role', 'permissions']).orderBy('role').execute()
  return items.map((item) => ({
    ...{ id: item.id, menu_name: item.name, menu_link: item.link, menu_permission: item.permission },
    ...{ menu_icon: item.icon, menu_category: item.category, order: item.sort_order },
    group: MENU_GROUPS.find((group) => group === item.menu_group) ?? 'Work',
    seen_by: roles
      .filter(({ permissions }) => item.permission === null || permissions.includes(item.permission))
      .map(({ role }) => role),
  }))
}
