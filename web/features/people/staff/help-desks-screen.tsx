import { useParams } from 'react-router-dom'
import { usePermission } from '#web/shell/session-queries.ts'
import { PeopleList } from './people-list.tsx'
import { CREATED_AT } from './staff-api.ts'
import { StaffForm } from './staff-form.tsx'
import { StaffScreen } from './staff-screen.tsx'
import { useCreateTab } from './use-create-tab.ts'

/** Help desks of hospitals, or of the one in the address (spec, S092). */
export default function HelpDesksScreen() {
  const { coe_id: coeId } = useParams()
  const [maySee, mayCreate] = [usePermission('VIEW_COEHELPDESK'), usePermission('CREATE_COEHELPDESK')]
  const content = (
    <PeopleList
      path={CREATED_AT.helpDesk}
      params={coeId === undefined ? {} : { coe_id: coeId }}
      pageSize={10}
      label="Help desk staff"
      empty="No Staff Record available"
      words={{ never: 'Need to change password', chosen: 'Password changed' }}
      searchLabel="Name or e-mail"
      withHospital
      to={({ id }) => `/coehelpdesks/${coeId === undefined ? '' : `${coeId}/`}people/${id}`}
    />
  )
  return (
    <StaffScreen
      title="Help desks"
      intro="Help desk staff of the hospitals."
      list={maySee ? { tab: 'All Help Desk Staff', content } : undefined}
      create={
        mayCreate ? { tab: 'Add Help Desk Staff', content: <StaffForm kind="helpDesk" coeId={coeId} /> } : undefined
      }
      {...useCreateTab()}
    />
  )
}
