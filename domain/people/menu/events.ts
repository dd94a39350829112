import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { type EventsOf, withFacts } from '#domain/kernel/event-table.ts'
import { MENU_GROUPS } from '#domain/kernel/menu-groups.ts'
import { Id, line } from '#domain/kernel/text.ts'
import { Count } from '#domain/kernel/whole-number.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/** Where an item stands: lower `order` first in its group. */
const Place = z.object({ group: z.enum(MENU_GROUPS), order: Count })
export type Place = Readonly<z.infer<typeof Place>>

/** An entry of the menu (spec, entities Menu). Without a permission everyone signed in sees it. */
export const MenuItem = z.object({
  name: line(200),
  link: line(200),
  permission: line(100).nullable(),
  icon: line(100),
  category: line(100),
  ...Place.shape,
})
export type MenuItem = Readonly<z.infer<typeof MenuItem>>

const stamp = z.object({ menuItemId: Id, by: Id, at: Instant })

/** Stream `menu-{id}`. */
export const menuEvents = {
  MenuItemAdded: withFacts(stamp.extend(MenuItem.shape), {
    // 1 to 2: only what the portal itself asks for was a permission, and what was removed never came back.
    upcasters: [(data) => ({ ...data })],
  }),
  MenuItemMoved: stamp.extend(Place.shape),
  MenuItemRemoved: stamp,
}
export type MenuEvent = EventsOf<typeof menuEvents>

export const menuRights: Rights<MenuEvent> = {
  MenuItemAdded: { permission: ['MANAGE_UIMENU'], system: 'always' },
  MenuItemMoved: { permission: ['MANAGE_UIMENU'] },
  MenuItemRemoved: { permission: ['MANAGE_UIMENU'] },
}
