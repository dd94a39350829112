import { z } from 'zod'
import type { EventsOf } from '../kernel/event-table.ts'
import { PERMISSIONS } from '../kernel/permissions.ts'

/** The groups of the side menu, in their order (screens.md, Shell). */
export const MENU_GROUPS = ['Work', 'Reports', 'Administration'] as const

/** An entry of the menu (spec, entities Menu). Without a permission everyone signed in sees it; lower `order` first. */
export const MenuItem = z.object({
  name: z.string(),
  link: z.string(),
  permission: z.enum(PERMISSIONS).nullable(),
  icon: z.string(),
  category: z.string(),
  group: z.enum(MENU_GROUPS),
  order: z.int(),
})
export type MenuItem = Readonly<z.infer<typeof MenuItem>>

const stamp = z.object({ menuItemId: z.string(), by: z.string(), at: z.iso.datetime() })

/** Stream `menu-{id}`. */
export const menuEvents = { MenuItemAdded: stamp.extend(MenuItem.shape), MenuItemRemoved: stamp }
export type MenuEvent = EventsOf<typeof menuEvents>
