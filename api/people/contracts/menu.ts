import { z } from 'zod'

/** The three groups of the side menu, in their order. */
export const MENU_GROUPS = ['Work', 'Reports', 'Administration'] as const

/** One entry of GET /api/uimenu, already filtered to what the person may open. `waiting` counts work waiting for them. */
export const MenuEntry = z.object({
  id: z.union([z.string(), z.number()]),
  name: z.string(),
  link: z.string(),
  permission: z.string().nullable(),
  icon: z.string().nullable(),
  menu_category: z.string(),
  group: z.enum(MENU_GROUPS),
  waiting: z.int().nullable(),
})
export type MenuEntry = z.infer<typeof MenuEntry>

export const MenuAnswer = z.object({ data: z.array(MenuEntry) })
