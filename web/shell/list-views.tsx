import { Link, useLocation } from 'react-router-dom'
import { useUser } from './session-queries.ts'
import { viewsOfList } from './views-of-list.ts'
import styles from './frames.module.css'

/** The other views of the list that one is at: the menu has one entry for them all. */
export function ListViews() {
  const { pathname } = useLocation()
  const views = viewsOfList(pathname, useUser())
  if (views.length === 0) return null
  return (
    <nav aria-label="Views of this list" className={styles['views']} data-chrome>
      <ul>
        {views.map(({ link, name, isHere }) => (
          <li key={link}>
            <Link to={link} {...(isHere ? { 'aria-current': 'page' } : {})}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
