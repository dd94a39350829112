import { Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router-dom'
import { PersonFactor } from '#web/features/people/second-factor/person-factor.tsx'
import { usePermission } from '#web/shell/session-queries.ts'
import { Detail } from '#web/ui/detail.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { HIDDEN } from '#web/ui/hidden.ts'
import { HistoryList } from '#web/ui/record/history-list.tsx'
import { Facts } from '#web/ui/screen.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { assignableQuery, personQuery } from './people-api.ts'
import { personName } from './person-name.ts'
import { RolesForm } from './roles-form.tsx'

/** The roles of one person at their own address: given and taken away, and who did it before. */
export default function PersonRoles() {
  const { id = '' } = useParams()
  const { hash } = useLocation()
  const administers = usePermission('MANAGE_ROLE')
  const person = useQuery(personQuery(id))
  const assignable = useQuery(assignableQuery)
  const failed = [person, assignable].find(({ isError, data }) => isError && data === undefined)
  return (
    <Detail title="Roles of a person">
      {failed !== undefined && <ErrorState error={failed.error} onRetry={() => failed.refetch()} />}
      {failed === undefined && (person.data === undefined || assignable.data === undefined) && (
        <Skeleton height={240} role="status" aria-label="Loading the person" />
      )}
      {person.data !== undefined && assignable.data !== undefined && (
        <>
          <Facts
            items={[
              { name: 'Name', value: personName(person.data.data) },
              { name: 'E-mail', value: person.data.data.email || HIDDEN },
              { name: 'Status', value: <StatusChip status={person.data.data.status} /> },
            ]}
          />
          <Tabs key={hash} defaultValue={hash === '#factor' && administers ? 'factor' : 'roles'} keepMounted={false}>
            <Tabs.List aria-label="About the person">
              <Tabs.Tab value="roles">Roles</Tabs.Tab>
              {administers && <Tabs.Tab value="factor">Second factor</Tabs.Tab>}
              <Tabs.Tab value="history">History</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="roles" pt="md">
              <RolesForm person={person.data.data} assignable={assignable.data.data} refetch={person.refetch} />
            </Tabs.Panel>
            {administers && (
              <Tabs.Panel value="factor" pt="md">
                <PersonFactor id={id} />
              </Tabs.Panel>
            )}
            <Tabs.Panel value="history" pt="md">
              <HistoryList entries={person.data.data.history} />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </Detail>
  )
}
