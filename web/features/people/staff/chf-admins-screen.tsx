import { usePermission } from '#web/shell/session-queries.ts'
import { PeopleList } from './people-list.tsx'
import { CREATED_AT } from './staff-api.ts'
import { StaffForm } from './staff-form.tsx'
import { StaffScreen } from './staff-screen.tsx'
import { useCreateTab } from './use-create-tab.ts'

/** Administrators of the fund (spec, S088). */
export default function ChfAdminsScreen() {
  const [maySee, mayCreate] = [usePermission('VIEW_CHFADMIN'), usePermission('CREATE_CHFADMIN')]
  const content = (
    <PeopleList
      path={CREATED_AT.chfAdmin}
      pageSize={10}
      label="CHF administrators"
      empty="No Admin Record available"
      words={{ never: 'Need to change password', chosen: 'Password changed' }}
      searchLabel="First name, last name or e-mail"
      to={({ id }) => `/chfadmins/${id}`}
    />
  )
  return (
    <StaffScreen
      title="CHF administrators"
      intro="People who credit the pool, allocate it and decide on applications."
      list={maySee ? { tab: 'All CHF Admins', content } : undefined}
      create={mayCreate ? { tab: 'Create CHF Admin', content: <StaffForm kind="chfAdmin" /> } : undefined}
      {...useCreateTab()}
    />
  )
}
