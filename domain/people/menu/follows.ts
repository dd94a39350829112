import { type Asked, follows } from '#domain/kernel/follows.ts'
import type { MenuEvent } from './events.ts'
import { menu, type MenuCommand } from './menu.ts'

const asked = ({ type, data }: MenuEvent): Asked<MenuCommand> => {
  switch (type) {
    case 'MenuItemAdded':
      return { type: 'AddMenuItem', data: { ...data, mayReturn: true } }
    case 'MenuItemMoved':
      return { type: 'MoveMenuItem', data }
    case 'MenuItemRemoved':
      return { type: 'RemoveMenuItem', data }
  }
}

export const menuFollows = follows(menu, asked, { named: ({ menuItemId }) => menuItemId })
