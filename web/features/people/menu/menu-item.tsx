import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { roleName } from '#domain/kernel/role-names.ts'
import { HistoryList } from '#web/ui/record/history-list.tsx'
import { RecordDetail } from '#web/ui/record/record-detail.tsx'
import { Facts } from '#web/ui/screen.tsx'
import { itemQuery } from './menu-api.ts'

/** One item of the menu at its own address: who is shown it, and who added and moved it. */
export default function MenuItem() {
  const { id = '' } = useParams()
  return (
    <RecordDetail title="Menu item" query={useQuery(itemQuery(id))}>
      {(item) => (
        <>
          <Facts
            items={[
              { name: 'Menu name', value: item.menu_name },
              { name: 'Link', value: item.menu_link },
              { name: 'Group', value: `${item.group}, at ${item.order}` },
              { name: 'Shown to', value: item.seen_by.map(roleName).join(', ') || 'No one' },
              ...(item.is_deleted ? [{ name: 'Deleted', value: 'Yes, see the history' }] : []),
            ]}
          />
          <HistoryList entries={item.history} />
        </>
      )}
    </RecordDetail>
  )
}
