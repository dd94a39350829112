import { matchPath } from 'react-router-dom'
import type { ScreenRoute } from './screen-route.ts'

/** The screens above an address, outermost first: those whose path is a beginning of it. */
export function crumbsOf(pathname: string, screens: readonly ScreenRoute[]): { to: string; title: string }[] {
  const parts = pathname.split('/').filter(Boolean)
  const above = parts.slice(0, -1).map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)
  const crumbs = above.flatMap((to) => {
    const screen = screens.find(({ path }) => matchPath(path, to) !== null)
    // One screen with and without a last part is one place.
    return screen && matchPath(screen.path, pathname) === null ? [{ to, title: screen.title }] : []
  })
  return crumbs.filter(({ title }, index) => crumbs[index + 1]?.title !== title)
}
