import type { ComponentType } from 'react'

/**
 * One screen. `load` imports the file whose default export is the screen, so that each is its own chunk. `permission`
 * is the spec's (screens.tsv): who lacks it lands on /dashboard. `children` are details with their own URL, shown in the
 * list's <Outlet/>, their paths relative to it.
 */
export type ScreenRoute = {
  readonly path: string
  readonly title: string
  readonly permission?: string
  readonly load: () => Promise<{ default: ComponentType }>
  readonly children?: readonly ScreenRoute[]
}
