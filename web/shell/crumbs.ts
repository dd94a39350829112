import { matchPath } from 'react-router-dom'
import { permissionsOf, type ScreenRoute } from './screen-route.ts'

/**
 * The screens above an address, outermost first: those whose path is a beginning of it and that somebody with these permissions
 * may open. What is one's own, and open to everybody, is below none that asks for a permission.
 */
export function crumbsOf(
  pathname: string,
  screens: readonly ScreenRoute[],
  permissions: readonly string[],
): { to: string; title: string }[] {
  const here = screens.find(({ path }) => matchPath(path, pathname) !== null)
  const isOwn = here !== undefined && permissionsOf(here).length === 0
  const isAbove = (screen: ScreenRoute) => {
    const asked = permissionsOf(screen)
    return asked.length === 0 || (!isOwn && asked.some((one) => permissions.includes(one)))
  }
  const parts = pathname.split('/').filter(Boolean)
  const above = parts.slice(0, -1).map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)
  const crumbs = above.flatMap((to) => {
    const screen = screens.find(({ path }) => matchPath(path, to) !== null)
    // One screen with and without a last part is one place.
    return screen && isAbove(screen) && matchPath(screen.path, pathname) === null ? [{ to, title: screen.title }] : []
  })
  return crumbs.filter(({ title }, index) => crumbs[index + 1]?.title !== title)
}
