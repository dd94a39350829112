import { UserLookup } from '#web/features/people/staff/user-lookup.tsx'
import { Panel } from '#web/ui/screen.tsx'

/** On the home of support: looks up the user who asks for help. */
export default function FindUser() {
  return (
    <Panel title="Find a user">
      <UserLookup />
    </Panel>
  )
}
