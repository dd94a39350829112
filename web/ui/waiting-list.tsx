import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Panel } from './screen.tsx'
import styles from './waiting-list.module.css'

type Waiting = { readonly id: string; readonly to: string; readonly name: ReactNode; readonly about: ReactNode }

/** On a home: what waits for the reader, each with a link to where it is done; nothing where nothing waits. */
export function WaitingList({ title, waiting }: { readonly title: string; readonly waiting: readonly Waiting[] }) {
  if (waiting.length === 0) return null
  return (
    <Panel title={title}>
      <ul className={styles['list']}>
        {waiting.map(({ id, to, name, about }) => (
          <li key={id}>
            <Link to={to}>
              <strong>{name}</strong>
              <span>{about}</span>
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
