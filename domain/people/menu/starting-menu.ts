import { aboutPermission, type Permission, PERMISSIONS } from '#domain/kernel/permissions.ts'
import { SIDE_MENU } from '#domain/kernel/menu-groups.ts'
import type { MenuItem } from './events.ts'

const category = SIDE_MENU
/** Everybody has it. */
const dashboard = { group: 'Work', order: 10, name: 'Dashboard', link: '/dashboard', icon: 'dashboard' } as const

/** The menu of a new installation: the dashboard, and what its permissions open. */
export const STARTING_MENU: readonly (MenuItem & { readonly permission: Permission | null })[] = [
  { ...dashboard, permission: null, category },
  ...PERMISSIONS.flatMap((permission) =>
    aboutPermission(permission).opens.map((entry) => ({ ...entry, permission, category })),
  ),
].toSorted((one, other) => one.order - other.order)
