import { Outlet } from 'react-router-dom'
import { usePermission } from '#web/shell/session-queries.ts'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { DISPUTES } from './disputes-api.ts'
import { DisputesList, STATUSES, UNREAD_BY } from './disputes-list.tsx'
import { TransactionSearch } from './transaction-search.tsx'

/** A transaction is found by its number and disputed; below, the disputes that there are (spec, S064; open-questions Q094). */
export default function DisputesScreen() {
  const maySearch = usePermission('VIEW_ALL_BILLING')
  const filter = useListFilter([{ name: 'status', options: STATUSES }, UNREAD_BY])
  return (
    <Screen title="Disputes" intro="Find a bill to dispute, and see all disputes.">
      {maySearch && <TransactionSearch />}
      <DisputesList path={DISPUTES} id="disputes" mayEnd filter={filter} />
      <Outlet />
    </Screen>
  )
}
