import { Button, Group, Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import type { PersonDetail as Someone } from '#api/people/contracts/staff.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { assignableQuery, personQuery as rolesOfQuery } from '#web/features/people/roles/people/people-api.ts'
import { RolesForm } from '#web/features/people/roles/people/roles-form.tsx'
import { usePermission, useUser } from '#web/shell/session-queries.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { HistoryList } from '#web/ui/record/history-list.tsx'
import { RecordDetail } from '#web/ui/record/record-detail.tsx'
import { Facts } from '#web/ui/screen.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { EditStaff } from './edit-staff.tsx'
import { nameOf, needsPassword } from './people-table.tsx'
import { ChangeHospital, ChangeStatus, InviteAgain } from './person-acts.tsx'
import { personQuery } from './staff-api.ts'

/** Somebody at their own address below a list of people: who they are, their roles, and what became of them. */
export default function PersonDetail() {
  const { id = '' } = useParams()
  return (
    <RecordDetail title="Person" query={useQuery(personQuery(id))}>
      {(person) => <Record person={person} />}
    </RecordDetail>
  )
}

function Record({ person }: { person: Someone }) {
  const [params] = useSearchParams()
  const mayChange = usePermission('CREATE_COESTAFF')
  const mayMove = usePermission('ADD_COESTAFF')
  const isOwn = useUser().id === person.id
  const [asked, setAsked] = useState<'edit' | 'status' | 'hospital' | 'invitation'>()
  const close = () => setAsked(undefined)
  const isPatient = person.roles.some(({ role }) => role === 'PATIENT')
  const changes = mayChange && !isOwn && !isPatient
  return (
    <Tabs defaultValue={params.get('tab') === 'roles' && changes ? 'roles' : 'details'} keepMounted={false}>
      <Tabs.List aria-label="About the person">
        <Tabs.Tab value="details">Details</Tabs.Tab>
        {changes && <Tabs.Tab value="roles">Roles</Tabs.Tab>}
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="details" pt="md">
        <Facts
          items={[
            { name: 'Name', value: nameOf(person) },
            { name: 'Email', value: person.email },
            { name: 'Phone number', value: person.phone_number },
            { name: 'Gender', value: person.gender },
            { name: 'Date of birth', value: person.date_of_birth && <DateText value={person.date_of_birth} /> },
            { name: 'Profession', value: person.profession },
            // Where a patient is treated stands in their own record.
            ...(isPatient ? [] : [{ name: 'Hospital', value: person.coe?.coe_name ?? 'None' }]),
            { name: 'Roles', value: person.roles.map(({ role }) => roleName(role)).join(', ') },
            { name: 'Status', value: <StatusChip status={person.status} /> },
            ...(isPatient
              ? []
              : [{ name: 'Password', value: needsPassword(person) ? 'Need to change password' : 'Password changed' }]),
            { name: 'Created', value: <DateText value={person.created_at} time /> },
          ]}
        />
        <Group mt="md">
          {changes && <Button onClick={() => setAsked('edit')}>Edit Staff</Button>}
          {mayMove && !isPatient && (
            <Button variant="default" onClick={() => setAsked('hospital')}>
              Make User Hospital Staff
            </Button>
          )}
          {changes && person.status === 'active' && needsPassword(person) && (
            <Button variant="default" onClick={() => setAsked('invitation')}>
              Send link again
            </Button>
          )}
          {changes && person.status !== 'deceased' && (
            <Button variant="default" onClick={() => setAsked('status')}>
              {person.status === 'active' ? 'Deactivate' : 'Activate'}
            </Button>
          )}
        </Group>
      </Tabs.Panel>
      {changes && (
        <Tabs.Panel value="roles" pt="md">
          <Roles id={person.id} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="history" pt="md">
        <HistoryList entries={person.history} />
      </Tabs.Panel>
      {asked === 'edit' && <EditStaff person={person} onClose={close} />}
      {asked === 'invitation' && <InviteAgain person={person} onClose={close} />}
      {asked === 'status' && <ChangeStatus person={person} onClose={close} />}
      {asked === 'hospital' && <ChangeHospital person={person} onClose={close} />}
    </Tabs>
  )
}

function Roles({ id }: { id: string }) {
  const person = useQuery(rolesOfQuery(id))
  const assignable = useQuery(assignableQuery)
  const failed = [person, assignable].find(({ isError, data }) => isError && data === undefined)
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => failed.refetch()} />
  if (person.data === undefined || assignable.data === undefined)
    return <Skeleton height={160} role="status" aria-label="Loading the roles" />
  return <RolesForm person={person.data.data} assignable={assignable.data.data} refetch={person.refetch} />
}
