import { aboutPermission, PERMISSIONS } from './permissions.ts'
import { SIDE_MENU } from './menu-groups.ts'

const category = SIDE_MENU
/** Everybody has it. */
const dashboard = { group: 'Work', order: 10, name: 'Dashboard', link: '/dashboard', icon: 'dashboard' } as const

/** The menu of a new installation: the dashboard, and what its permissions open. */
export const STARTING_MENU = [
  { ...dashboard, permission: null, category },
  ...PERMISSIONS.flatMap((permission) =>
    aboutPermission(permission).opens.map((entry) => ({ ...entry, permission, category })),
  ),
].toSorted((one, other) => one.order - other.order)
