import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { MenuIcon } from '#web/shell/menu-icon.tsx'
import { menuQuery } from '#web/shell/session-queries.ts'
import styles from './quick-links.module.css'

const LINKS = 3

/** The first three entries of the side menu (spec, S019), apart from the dashboard itself; the profile for whom the menu has no more. */
export function QuickLinks() {
  const { data } = useQuery(menuQuery)
  if (data === undefined) return null
  const entries = data.data.filter(({ link }) => link !== '/dashboard').slice(0, LINKS)
  return (
    <nav aria-label="Quick links" className={styles['links']}>
      {entries.map(({ id, link, name, icon, waiting, waiting_at: at }) => (
        <Link key={id} to={waiting !== null && waiting > 0 && at !== null ? at : link}>
          <MenuIcon name={icon} />
          <span>{name}</span>
          {waiting !== null && waiting > 0 && <small>{waiting} ready for you</small>}
        </Link>
      ))}
      {entries.length === 0 && (
        <Link to="/users/profile">
          <MenuIcon name="patient" />
          <span>My profile</span>
        </Link>
      )}
    </nav>
  )
}
