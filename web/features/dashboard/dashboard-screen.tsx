import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { usePermission, useUser } from '../../shell/session-queries.ts'
import { Screen } from '../../ui/screen.tsx'
import { QuickLinks } from './quick-links.tsx'

// Patients land here as well: what draws charts is fetched only by who may see them.
const Analytics = lazy(() => import('./analytics.tsx'))

/** Where everyone lands: quick links, and figures and charts for who may see them (spec, S019). */
export default function DashboardScreen() {
  const user = useUser()
  const maySee = usePermission('VIEW_COE_ANALYTICS')
  return (
    <Screen
      title="Dashboard"
      intro={`Welcome, ${user.first_name}. ${user.coe ? user.coe.coe_name : 'Cancer Health Fund'}.`}
    >
      <QuickLinks />
      {maySee && (
        <Suspense fallback={<Skeleton height={320} />}>
          <Analytics />
        </Suspense>
      )}
    </Screen>
  )
}
