import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { coesQuery, hospitalChoices } from '#web/features/catalogue/hospitals.ts'
import { usePermission, useUser } from '#web/shell/session-queries.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { PeopleList } from './people-list.tsx'
import { StaffForm } from './staff-form.tsx'
import { StaffScreen } from './staff-screen.tsx'
import styles from './staff.module.css'

const OWN_PAGE = 1_000
const ANY_PAGE = 10

/** Staff of a hospital (spec, S090, S091): of the one in the address, or of one that is chosen; an address that ends in /create creates. */
export default function CoeStaffsScreen() {
  const { coe_id: coeId } = useParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const own = useUser().coe_id
  const [seesAny, seesOwn, mayCreate] = [
    usePermission('VIEW_COESTAFF'),
    usePermission('VIEW_OWN_COESTAFF'),
    usePermission('CREATE_COESTAFF'),
  ]
  const isCreating = pathname.endsWith('/create')
  const base = coeId === undefined ? '/coestaffs' : `/coestaffs/${encodeURIComponent(coeId)}`
  if (coeId === undefined && own !== null)
    return <Navigate to={`/coestaffs/${own}${isCreating ? '/create' : ''}`} replace />
  const content =
    coeId === undefined ? <OfAnyHospital /> : <OfHospital coeId={coeId} base={base} withRoles={mayCreate} />
  return (
    <StaffScreen
      title="Hospital staff"
      intro="Staff of the hospitals and their roles."
      list={seesAny || seesOwn ? { tab: 'All Staff', content } : undefined}
      create={
        mayCreate
          ? { tab: 'Create Hospital Staff', content: <StaffForm kind="user" reach="hospital" coeId={coeId} /> }
          : undefined
      }
      isCreating={isCreating}
      onTab={(creates) => void navigate(creates ? `${base}/create` : base)}
    />
  )
}

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'deceased', label: 'Deceased' },
]

type OfHospitalProps = { readonly coeId: string; readonly base: string; readonly withRoles: boolean }

function OfHospital({ coeId, base, withRoles }: OfHospitalProps) {
  const [params, setParams] = useSearchParams()
  const status = STATUSES.find(({ value }) => value === params.get('status'))?.value ?? ''
  return (
    <>
      <div className={styles['tools'] ?? ''}>
        <SelectField
          label="Status"
          placeholder="All"
          options={STATUSES}
          value={status}
          onChange={(chosen) => setParams(chosen === '' ? {} : { status: chosen })}
          clearable
        />
      </div>
      <PeopleList
        path={`/api/coestaffs/${encodeURIComponent(coeId)}`}
        params={status === '' ? {} : { status }}
        pageSize={OWN_PAGE}
        label="Hospital staff"
        empty="No Staff Record available"
        words={{ never: 'need to change password', chosen: 'Password changed' }}
        withRoles={withRoles}
        to={({ id }) => `${base}/people/${id}${status === '' ? '' : `?status=${status}`}`}
      />
    </>
  )
}

function OfAnyHospital() {
  const [params, setParams] = useSearchParams()
  const coes = useQuery(coesQuery)
  const chosen = params.get('coe') ?? ''
  const active = (coes.data?.data ?? []).filter(({ status }) => status === 'active')
  return (
    <>
      <div className={styles['tools'] ?? ''}>
        <SelectField
          label="Hospital"
          placeholder="Choose a hospital"
          options={hospitalChoices({ data: active })}
          value={chosen}
          onChange={(coe) => setParams(coe === '' ? {} : { coe })}
          clearable
        />
      </div>
      {chosen === '' ? (
        <EmptyState title="No hospital is chosen" hint="Choose a hospital to see its staff." />
      ) : (
        <PeopleList
          key={chosen}
          path={`/api/coestaffs/${encodeURIComponent(chosen)}`}
          pageSize={ANY_PAGE}
          label="Hospital staff"
          empty="No COE Staff Record available"
          words={{ never: 'Need to change password', chosen: 'Active' }}
          to={({ id }) => `/coestaffs/people/${id}?coe=${encodeURIComponent(chosen)}`}
        />
      )}
    </>
  )
}
