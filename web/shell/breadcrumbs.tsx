import { Link, matchPath, useMatches } from 'react-router-dom'
import { type ScreenRoute, signedInScreens } from './routes.tsx'
import styles from './frames.module.css'

/** The screens above an address, outermost first: those whose path is a beginning of it. */
export function crumbsOf(pathname: string, screens: readonly ScreenRoute[]): { to: string; title: string }[] {
  const parts = pathname.split('/').filter(Boolean)
  const above = parts.slice(0, -1).map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)
  return above.flatMap((to) => {
    const screen = screens.find(({ path }) => matchPath(path, to) !== null)
    return screen ? [{ to, title: screen.title }] : []
  })
}

function titleOf(handle: unknown): string | undefined {
  if (typeof handle !== 'object' || handle === null || !('title' in handle)) return undefined
  return typeof handle.title === 'string' ? handle.title : undefined
}

/** The way back up, on anything deeper than one level. A detail over its list keeps the list's. */
export function Breadcrumbs() {
  const screen = useMatches().find(({ handle }) => titleOf(handle) !== undefined)
  const here = titleOf(screen?.handle)
  const crumbs = crumbsOf(screen?.pathname ?? '/', signedInScreens)
  if (crumbs.length === 0 || here === undefined) return null
  return (
    <nav aria-label="Breadcrumbs" className={styles['crumbs']} data-chrome>
      <ol>
        {crumbs.map(({ to, title }) => (
          <li key={to}>
            <Link to={to}>{title}</Link>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}
