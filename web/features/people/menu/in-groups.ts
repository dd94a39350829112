import type { MenuItemView } from '#api/people/contracts/menu.ts'
import { MENU_GROUPS } from '#domain/kernel/menu-groups.ts'

/** The items by group, in the order of both; groups without an item are left out. */
export const inGroups = (items: readonly MenuItemView[]) =>
  MENU_GROUPS.map((group) => ({ group, items: items.filter((item) => item.group === group) })).filter(
    ({ items: own }) => own.length > 0,
  )
