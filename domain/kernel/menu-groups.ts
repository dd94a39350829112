/** The groups of the side menu, in their order (screens.md, Shell). */
export const MENU_GROUPS = ['Work', 'Reports', 'Administration'] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]
