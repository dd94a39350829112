import type { MenuEvent } from '#domain/people/menu/events.ts'
import { handlers, type ReadModel } from '#projections/read-model.ts'

/** An entry of the menu; without a permission everyone signed in sees it. */
export type MenuItemRow = {
  id: string
  name: string
  link: string
  permission: string | null
  icon: string
  category: string
  menu_group: string
  sort_order: number
}

/** Serves the side menu and its administration. */
export const menuItem: ReadModel<MenuItemRow, 'menu_item'> = {
  name: 'menu_item',
  revision: 2,
  columns: {
    id: 'text not null',
    name: 'text not null',
    link: 'text not null',
    permission: 'text',
    icon: 'text not null',
    category: 'text not null',
    menu_group: 'text not null',
    sort_order: 'integer not null',
  },
  key: ['id'],
  on: handlers<MenuItemRow, MenuEvent>({
    MenuItemAdded: ({ event: { data } }) => {
      const { menuItemId: id, name, link, permission, icon, category, group: menu_group, order: sort_order } = data
      return [{ key: [id], fold: () => ({ id, name, link, permission, icon, category, menu_group, sort_order }) }]
    },
    MenuItemMoved: ({ event: { data } }) => [
      {
        key: [data.menuItemId],
        fold: (row) => row && { ...row, menu_group: data.group, sort_order: data.order },
      },
    ],
    MenuItemRemoved: ({ event: { data } }) => [{ key: [data.menuItemId], fold: () => undefined }],
  }),
}
