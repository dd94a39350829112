import { oneOfEachList } from '#domain/kernel/menu-lists.ts'
import { STARTING_MENU } from '#domain/kernel/starting-menu.ts'
import type { MenuAnswer } from '#api/people/contracts/menu.ts'

/** The side menu where the server cannot tell it: of a new installation's what somebody's permissions open, without counts. */
export function fallbackMenu(permissions: readonly string[]): (typeof MenuAnswer)['_output'] {
  const own = STARTING_MENU.filter(({ permission }) => permission === null || permissions.includes(permission))
  const shown = oneOfEachList(own.map(({ link }) => link))
  const data = own
    .filter(({ link }) => shown.has(link))
    .map(({ name, link, permission, icon, category, group }) => ({
      ...{ id: link, name, link, permission, icon, menu_category: category, group, waiting: null, waiting_at: null },
    }))
  return { data }
}
