import { Outlet } from 'react-router-dom'
import { useUser } from '#web/shell/session-queries.ts'
import { useListFilter } from '#web/ui/list-filter.ts'
import { Screen } from '#web/ui/screen.tsx'
import { DISPUTES, disputesOf } from './disputes-api.ts'
import { DisputesList, STATUSES, UNREAD_BY } from './disputes-list.tsx'

/** The disputes of the reader's hospital, which says how they end (spec, S059); of somebody without one, all. Opens on the queue. */
export default function CoeDisputesScreen() {
  const { coe } = useUser()
  const filter = useListFilter([{ name: 'status', options: STATUSES }, UNREAD_BY], { status: 'open' })
  return (
    <Screen
      title="Transaction disputes"
      intro="Disputed bills of your hospital. Decide for each one: the bill is right, or reverse it."
    >
      <DisputesList path={coe === null ? DISPUTES : disputesOf(coe.id)} id="coe-disputes" mayEnd filter={filter} />
      <Outlet />
    </Screen>
  )
}
