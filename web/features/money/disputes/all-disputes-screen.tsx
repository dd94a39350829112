import { Outlet } from 'react-router-dom'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { DISPUTES } from './disputes-api.ts'
import { DisputesList, STATUSES, UNREAD_BY } from './disputes-list.tsx'

/** Every dispute, to read (spec, S063): the hospitals resolve them. */
export default function AllDisputesScreen() {
  const filter = useListFilter([{ name: 'status', options: STATUSES }, UNREAD_BY])
  return (
    <Screen
      title="Transaction disputes"
      intro="Every bill that is or was disputed. The hospital that billed resolves it."
    >
      <DisputesList path={DISPUTES} id="all-disputes" mayEnd={false} filter={filter} />
      <Outlet />
    </Screen>
  )
}
