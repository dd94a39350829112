import { usePermission } from '#web/shell/session-queries.ts'
import { PeopleList } from './people-list.tsx'
import { StaffForm } from './staff-form.tsx'
import { StaffScreen } from './staff-screen.tsx'
import { useCreateTab } from './use-create-tab.ts'

/** Staff of the secretariat: whoever works for the fund as a whole (spec, S089). */
export default function ChfStaffsScreen() {
  const [maySee, mayCreate] = [usePermission('VIEW_CHFSTAFF'), usePermission('CREATE_CHFSTAFF')]
  const content = (
    <PeopleList
      path="/api/chfstaffs"
      pageSize={10}
      label="CHF Secretariat staff"
      empty="No Staff Record available"
      words={{ never: 'Need to change password', chosen: 'Password changed' }}
      searchLabel="First name, last name or e-mail"
      withGender
      to={({ id }) => `/chfstaffs/${id}`}
    />
  )
  return (
    <StaffScreen
      title="CHF Secretariat staff"
      intro="Staff of the fund's secretariat."
      list={maySee ? { tab: 'All Staff', content } : undefined}
      create={mayCreate ? { tab: 'Create Staff', content: <StaffForm kind="user" reach="all" /> } : undefined}
      {...useCreateTab()}
    />
  )
}
