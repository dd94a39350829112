import { Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import type { MenuEntry } from '#api/people/contracts/menu.ts'
import { MENU_GROUPS } from '#domain/kernel/menu-groups.ts'
import { currentEntry } from './current-entry.ts'
import { MenuIcon } from './menu-icon.tsx'
import { menuQuery } from './session-queries.ts'
import { sisterPortals } from './sister-portals.ts'
import styles from './side-menu.module.css'

type EntryProps = { readonly entry: MenuEntry; readonly isNarrow: boolean; readonly isCurrent: boolean }

function Entry({ entry, isNarrow, isCurrent }: EntryProps) {
  const waiting = entry.waiting ?? 0
  return (
    <li className={styles['item']}>
      <Tooltip label={entry.name} position="right" disabled={!isNarrow}>
        <Link to={entry.link} className={styles['entry'] ?? ''} {...(isCurrent ? { 'aria-current': 'page' } : {})}>
          <MenuIcon name={entry.icon} />
          <span className={styles['name']} title={entry.name}>
            {entry.name}
          </span>
        </Link>
      </Tooltip>
      {waiting > 0 && (
        <Link to={entry.waiting_at ?? entry.link} className={styles['waiting'] ?? ''}>
          {waiting}
          <span className={styles['hidden']}> ready for you</span>
        </Link>
      )}
    </li>
  )
}

/** The menu that the server allows, in its three groups, with the sister portals at the foot. */
export function SideMenu({ isNarrow }: { isNarrow: boolean }) {
  const { data } = useQuery(menuQuery)
  const entries = data?.data ?? []
  const { pathname, search } = useLocation()
  const links = entries.map(({ link }) => link)
  const current = currentEntry(links, pathname, search)
  return (
    <div className={styles['menu']} data-narrow={isNarrow}>
      <nav aria-label="Main" className={styles['groups']}>
        {MENU_GROUPS.map((group) => {
          const own = entries.filter((entry) => entry.group === group)
          if (own.length === 0) return null
          return (
            <section key={group} aria-label={group}>
              <h2 className={styles['group']}>{group}</h2>
              <ul>
                {own.map((entry) => (
                  <Entry key={entry.id} entry={entry} isNarrow={isNarrow} isCurrent={entry.link === current} />
                ))}
              </ul>
            </section>
          )
        })}
      </nav>
      <nav aria-label="Sister portals" className={styles['portals']}>
        {sisterPortals.map(({ name, title, href }) => (
          <a key={name} href={href} title={title} aria-current={href === '/' ? 'true' : undefined}>
            {name}
          </a>
        ))}
      </nav>
    </div>
  )
}
