import { z } from 'zod'
import { HistoryEntry } from '#api/contracts/history.ts'
import { digits, Key, requiredLine } from '#api/contracts/input.ts'
import { MENU_GROUPS, SIDE_MENU } from '#domain/kernel/menu-groups.ts'
import { MAX_COUNT } from '#domain/kernel/whole-number.ts'

/** One entry of GET /api/uimenu, already filtered to what the person may open. `waiting` counts what is ready for them. */
export const MenuEntry = z.object({
  id: z.union([z.string(), z.number()]),
  name: z.string(),
  link: z.string(),
  permission: z.string().nullable(),
  icon: z.string().nullable(),
  menu_category: z.string(),
  group: z.enum(MENU_GROUPS),
  waiting: z.int().nullable(),
  waiting_at: z.string().nullable().describe('The list of exactly those; null where `waiting` is'),
})
export type MenuEntry = z.infer<typeof MenuEntry>

export const MenuAnswer = z.object({ data: z.array(MenuEntry) })

/** An item as those who administer the menu see it; `seen_by` are the names of the roles that are shown it. */
export const MenuItemView = z.object({
  id: z.string(),
  menu_name: z.string(),
  menu_link: z.string(),
  menu_permission: z.string().nullable(),
  menu_icon: z.string(),
  menu_category: z.string(),
  group: z.enum(MENU_GROUPS),
  order: z.int(),
  seen_by: z.array(z.string()),
})
export type MenuItemView = z.infer<typeof MenuItemView>
export const MenuItemList = z.object({ data: z.array(MenuItemView) })

export const MenuItemPath = z.object({ id: Key })

/** GET /api/uimenu/items/{id}: one item with its history; of one that was removed what it said last. */
export const MenuItemDetail = z.object({
  data: MenuItemView.extend({ is_deleted: z.boolean(), history: z.array(HistoryEntry) }),
})

/** PUT /api/uimenu/{id}: where an item is to stand. */
export const MenuPlaceBody = z.strictObject({ group: z.enum(MENU_GROUPS), order: digits(0, MAX_COUNT) })

/** POST /api/uimenu (E179). A link leads to a screen of the portal; without a permission everybody is shown it. */
export const MenuItemBody = z.strictObject({
  menu_name: requiredLine(200, 'A menu name is required'),
  menu_link: requiredLine(200, 'A menu link is required').regex(
    /^\/([^\s/\\]\S*)?$/,
    'Start the link with /, and use the address of a screen',
  ),
  menu_permission: Key.nullish(),
  menu_icon: requiredLine(100, 'A menu icon is required'),
  menu_category: requiredLine(100, 'A menu category is required').default(SIDE_MENU),
  group: z.enum(MENU_GROUPS).default('Work'),
  order: digits(0, MAX_COUNT).optional().describe('Lower first; last in its group when left out'),
})
export type MenuItemBody = z.input<typeof MenuItemBody>
