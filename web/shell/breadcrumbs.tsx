import { Link, useMatches } from 'react-router-dom'
import { crumbsOf } from './crumbs.ts'
import { signedInScreens } from './routes.ts'
import styles from './frames.module.css'

/** The title of the screen that a route is of, as the router wrote it. */
export function titleOf(handle: unknown): string | undefined {
  if (typeof handle !== 'object' || handle === null || !('title' in handle)) return undefined
  return typeof handle.title === 'string' ? handle.title : undefined
}

/** The way back up, on anything deeper than one level. A detail over its list keeps the list's. */
export function Breadcrumbs({ permissions }: { permissions: readonly string[] }) {
  const screen = useMatches().find(({ handle }) => titleOf(handle) !== undefined)
  const here = titleOf(screen?.handle)
  const crumbs = crumbsOf(screen?.pathname ?? '/', signedInScreens, permissions)
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
