import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { roleName } from '#domain/kernel/role-names.ts'
import { Detail } from '#web/ui/detail.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { HistoryList } from '#web/ui/record/history-list.tsx'
import { Facts } from '#web/ui/screen.tsx'
import { itemQuery } from './menu-api.ts'

/** One item of the menu at its own address: who is shown it, and who added and moved it. */
export default function MenuItem() {
  const { id = '' } = useParams()
  const { data, isPending, error, refetch } = useQuery(itemQuery(id))
  return (
    <Detail title="Menu item">
      {isPending && <Skeleton height={240} role="status" aria-label="Loading the menu item" />}
      {!isPending && data === undefined && <ErrorState error={error} onRetry={() => refetch()} />}
      {data !== undefined && (
        <>
          <Facts
            items={[
              { name: 'Menu name', value: data.data.menu_name },
              { name: 'Link', value: data.data.menu_link },
              { name: 'Group', value: `${data.data.group}, at ${data.data.order}` },
              { name: 'Shown to', value: data.data.seen_by.map(roleName).join(', ') || 'Nobody' },
              ...(data.data.is_deleted ? [{ name: 'Deleted', value: 'Yes, see the history' }] : []),
            ]}
          />
          <HistoryList
            entries={data.data.history.map(({ revision, what, who, at, why, right_to: rightTo, raw }) => ({
              ...{ id: String(revision), what, who, when: at, why, rightTo, event: raw },
            }))}
          />
        </>
      )}
    </Detail>
  )
}
