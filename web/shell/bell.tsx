import { ActionIcon, Menu } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { NoticesRead } from '#api/money/contracts/notice.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Money } from '#web/ui/money.tsx'
import { api } from './api-client.ts'
import { noticesQuery } from './patient-queries.ts'
import { newKey } from './submitting.ts'
import styles from './bell.module.css'

/** A patient's bell: bills of the last half day, with a dot while one of them is unread (spec, E012 and S018). */
export function Bell() {
  const client = useQueryClient()
  const { data } = useQuery(noticesQuery)
  const notices = data?.data ?? []
  const unread = notices.filter(({ is_read: isRead }) => !isRead).length
  const [newest] = notices
  /** What was shown is read; it is shown as new until the list is closed. */
  const close = async () => {
    if (newest === undefined || unread === 0) return
    try {
      await api.post<typeof NoticesRead>('/api/notification/transactions/read', { until: newest.created_at }, newKey())
      await client.invalidateQueries({ queryKey: noticesQuery.queryKey })
    } catch (error) {
      // The dot stays, and the next look tells again.
      console.warn('The server was not told that the notices were read', error)
    }
  }
  return (
    <Menu position="bottom-end" width={300} onClose={() => void close()}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          className={styles['bell']}
          aria-label={unread === 0 ? 'Notices' : `Notices, ${unread} unread`}
          data-unread={unread > 0}
        >
          <IconBell size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{notices.length === 0 ? 'No bills in the last 12 hours' : 'Bills of the last 12 hours'}</Menu.Label>
        {notices.map(({ id, created_at: at, coe_name: hospital, total, is_read: isRead }) => (
          <Menu.Item key={id} component={Link} to={`/users/billing_history/${encodeURIComponent(id)}`}>
            <span className={styles['notice']} data-unread={!isRead}>
              {!isRead && <strong>New: </strong>}
              {hospital ?? 'A hospital'} billed <Money naira={total} />
              <small>
                <DateText value={at} time />
              </small>
            </span>
          </Menu.Item>
        ))}
        <Menu.Item component={Link} to="/users/billing_history">
          All my bills
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
