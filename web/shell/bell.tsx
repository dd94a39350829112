import { ActionIcon, Menu } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { BillNotices, NoticesRead } from '#api/money/contracts/notice.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Money } from '#web/ui/money.tsx'
import { api } from './api-client.ts'
import { noticesQuery } from './patient-queries.ts'
import { newKey } from './submitting.ts'
import styles from './bell.module.css'

type Notice = BillNotices['data'][number]

const says = {
  none: 'No bills in the last 12 hours',
  some: 'Bills of the last 12 hours',
  addressOf: ({ id }: Notice) => `/users/billing_history/${encodeURIComponent(id)}`,
  all: { to: '/users/billing_history', label: 'All my bills' },
}

/** The bell of a patient's bills of the last half day (spec, E012 and S018). */
export function Bell() {
  const { data } = useQuery(noticesQuery)
  return (
    <BellOf
      notices={data?.data ?? []}
      says={says}
      words={({ coe_name: hospital, total }) => (
        <>
          {hospital ?? 'A hospital'} billed <Money naira={total} />
        </>
      )}
      isWhole={data !== undefined}
      queryKeys={[noticesQuery.queryKey]}
    />
  )
}

type AnyNotice = { readonly id: string; readonly kind: string; readonly created_at: string; readonly is_read: boolean }
type BellProps<N extends AnyNotice> = {
  /** Newest first. */
  readonly notices: readonly N[]
  readonly says: {
    readonly none: string
    readonly some: string
    readonly addressOf: (notice: N) => string
    readonly all: { readonly to: string; readonly label: string }
  }
  readonly words: (notice: N) => ReactNode
  /** Nothing that the bell tells of is still to come: what was not shown is not read. */
  readonly isWhole: boolean
  /** What is read again once the notices are read. */
  readonly queryKeys: readonly (readonly string[])[]
}

/** The bell, with a dot while a notice is unread. */
export function BellOf<N extends AnyNotice>({ notices, says, words, isWhole, queryKeys }: BellProps<N>) {
  const client = useQueryClient()
  const unread = notices.filter(({ is_read: isRead }) => !isRead).length
  const [newest] = notices
  /** What was shown is read; it is shown as new until the list is closed. */
  const close = async () => {
    if (newest === undefined || unread === 0 || !isWhole) return
    try {
      await api.post<typeof NoticesRead>('/api/notification/transactions/read', { until: newest.created_at }, newKey())
      await Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })))
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
        <Menu.Label>{notices.length === 0 ? says.none : says.some}</Menu.Label>
        {notices.map((notice) => (
          <Menu.Item key={`${notice.id} ${notice.kind}`} component={Link} to={says.addressOf(notice)}>
            <span className={styles['notice']} data-unread={!notice.is_read}>
              {!notice.is_read && <strong>New: </strong>}
              {words(notice)}
              <small>
                <DateText value={notice.created_at} time />
              </small>
            </span>
          </Menu.Item>
        ))}
        <Menu.Item component={Link} to={says.all.to}>
          {says.all.label}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
