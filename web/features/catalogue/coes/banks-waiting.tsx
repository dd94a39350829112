import { useQuery } from '@tanstack/react-query'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { bankOf, coeNoticesQuery } from '#web/shell/coe-notices.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Panel } from '#web/ui/screen.tsx'
import styles from './coes.module.css'

/** On the home of whoever administers hospitals: bank details that somebody else gave and they may confirm. */
export default function BanksWaiting() {
  const { data } = useQuery(coeNoticesQuery)
  const waiting = (data?.data ?? []).filter(({ kind }) => kind === 'waiting')
  if (waiting.length === 0) return null
  return (
    <Panel title="Bank details wait for you">
      <ul className={styles['waiting']}>
        {waiting.map(({ id, coe_name: name, by, created_at: at }) => (
          <li key={id}>
            <Link to={bankOf(id)}>
              <strong>{name}</strong>
              <span>
                {by} gave new ones on <DateText value={at} time />
              </span>
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
