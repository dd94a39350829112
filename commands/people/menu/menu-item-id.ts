import { deriveId } from '#commands/ids.ts'

/** A menu item's id derives from its link: one item leads to a place, whoever adds it first. */
export const menuItemIdOf = (link: string): string => deriveId('menu', link)
