import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import { same } from '#domain/kernel/same.ts'
import type { MenuEvent, MenuItem, Place } from './events.ts'

type Id = { readonly menuItemId: string }
export type MenuCommand =
  /** `mayReturn`: also when it was removed, which whoever installs the portal does not undo. */
  | Command<'AddMenuItem', Id & MenuItem & { readonly mayReturn?: boolean }>
  | Command<'MoveMenuItem', Id & Place>
  | Command<'RemoveMenuItem', Id>
export type MenuRefusal = 'menu_unknown' | 'menu_already_added' | 'menu_removed' | 'menu_permission_unknown'

export type Menu = { readonly status: 'none' | 'removed' } | { readonly status: 'shown'; readonly item: MenuItem }

function decide(command: MenuCommand, menu: Menu): Decision<MenuEvent, MenuRefusal> {
  const stamp = { by: command.by, at: command.at }
  switch (command.type) {
    case 'AddMenuItem':
      if (menu.status === 'removed' && command.data.mayReturn !== true) return refuse('menu_removed')
      if (menu.status === 'shown') return same(menu.item, itemIn(command.data)) ? [] : refuse('menu_already_added')
      return [
        { type: 'MenuItemAdded', data: { menuItemId: command.data.menuItemId, ...itemIn(command.data), ...stamp } },
      ]
    case 'MoveMenuItem': {
      if (menu.status !== 'shown') return refuse(menu.status === 'none' ? 'menu_unknown' : 'menu_removed')
      const { menuItemId, group, order } = command.data
      if (menu.item.group === group && menu.item.order === order) return []
      return [{ type: 'MenuItemMoved', data: { menuItemId, group, order, ...stamp } }]
    }
    case 'RemoveMenuItem':
      if (menu.status === 'none') return refuse('menu_unknown')
      return menu.status === 'removed' ? [] : [{ type: 'MenuItemRemoved', data: { ...command.data, ...stamp } }]
  }
}

function evolve(menu: Menu, { type, data }: MenuEvent): Menu {
  switch (type) {
    case 'MenuItemAdded':
      return { status: 'shown', item: itemIn(data) }
    case 'MenuItemMoved':
      if (menu.status !== 'shown') return menu
      return { status: 'shown', item: { ...menu.item, group: data.group, order: data.order } }
    case 'MenuItemRemoved':
      return menu.status === 'none' ? menu : { status: 'removed' }
  }
}

function itemIn({ name, link, permission, icon, category, group, order }: MenuItem): MenuItem {
  return { name, link, permission, icon, category, group, order }
}

/** Stream `menu-{id}`. */
export const menu: Decider<Menu, MenuCommand, MenuEvent, MenuRefusal> = {
  category: 'menu',
  initial: () => ({ status: 'none' }),
  decide,
  evolve,
}
