/** The groups of the side menu, in their order (screens.md, Shell). */
export const MENU_GROUPS = ['Work', 'Reports', 'Administration'] as const
/** The spec's name of the one menu that the portal shows (Menu.menu_category). */
export const SIDE_MENU = 'side_menu'
export type MenuGroup = (typeof MENU_GROUPS)[number]
