import { Skeleton } from '@mantine/core'
import { onDemand, Part } from '#web/shell/on-demand.tsx'
import { usePermission, useUser } from '#web/shell/session-queries.ts'
import { Screen } from '#web/ui/screen.tsx'
import { QuickLinks } from './quick-links.tsx'

// Everyone lands here: what draws charts, and what patients see, are fetched only by whom they are for.
const analytics = onDemand(() => import('#web/features/money/analytics/analytics.tsx'))
const mySummary = onDemand(() => import('#web/features/money/my-billing/my-summary.tsx'))

/** Where everyone lands: quick links; a patient's own wallet and last bills; figures and charts for who may see them (spec, S019). */
export default function DashboardScreen() {
  const user = useUser()
  const isPatient = usePermission('APPLY_FUND') && user.chf_id !== null
  const maySee = usePermission('VIEW_COE_ANALYTICS')
  return (
    <Screen
      title="Dashboard"
      intro={`Welcome, ${user.first_name}. ${user.coe ? user.coe.coe_name : 'Cancer Health Fund'}.`}
    >
      {isPatient && (
        <Part of={mySummary} fallback={<Skeleton height={320} />}>
          {({ default: MySummary }) => <MySummary />}
        </Part>
      )}
      <QuickLinks />
      {maySee && (
        <Part of={analytics} fallback={<Skeleton height={320} />}>
          {({ default: Analytics }) => <Analytics />}
        </Part>
      )}
    </Screen>
  )
}
