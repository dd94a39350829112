import { useUser } from '../../shell/session-queries.ts'
import { Screen } from '../../ui/screen.tsx'
import { QuickLinks } from './quick-links.tsx'

/** Where everyone lands. Cards and chart of who may see them go below the quick links. */
export default function DashboardScreen() {
  const user = useUser()
  return (
    <Screen
      title="Dashboard"
      intro={`Welcome, ${user.first_name}. ${user.coe ? user.coe.coe_name : 'Cancer Health Fund'}.`}
    >
      <QuickLinks />
    </Screen>
  )
}
