import type { ComponentType } from 'react'
import type { Permission } from '#api/people/contracts/session.ts'

/**
 * One screen. `load` imports the file whose default export is the screen, so that each is its own chunk. `permission`
 * is the spec's (screens.tsv), one of several where it is a list: who lacks it lands on /dashboard. `children` are details with their own URL, shown in the
 * list's <Outlet/>, their paths relative to it.
 */
export type ScreenRoute = {
  readonly path: string
  readonly title: string
  readonly permission?: Permission | readonly Permission[]
  readonly load: () => Promise<{ default: ComponentType }>
  readonly children?: readonly ScreenRoute[]
}

/** The permissions any one of which opens a screen; none where everybody may who is signed in. */
export const permissionsOf = ({ permission = [] }: ScreenRoute): readonly Permission[] =>
  typeof permission === 'string' ? [permission] : permission
