import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, Outlet } from 'react-router-dom'
import type { PersonFound } from '#api/people/contracts/role.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import styles from '#web/features/people/roles/roles.module.css'
import { peopleQuery } from './people-api.ts'

const LEAST = 2

/** Finds one person within reach, to give them roles or take roles away. */
export default function PeopleRolesScreen() {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [isShort, setShort] = useState(false)
  const { data: found, isFetching, isError, error, refetch } = useQuery(peopleQuery(search))
  const data = search === typed.trim() ? found : undefined
  const find = (event: FormEvent) => {
    event.preventDefault()
    const text = typed.trim()
    setShort(text.length < LEAST)
    if (text.length >= LEAST) setSearch(text)
  }
  return (
    <Screen
      title="Roles of people"
      intro="Find staff by email, phone number or part of a name. Find a patient by email only."
    >
      <form onSubmit={find} noValidate aria-label="Find a person" className={styles['tools'] ?? ''}>
        <TextField
          label="E-mail, phone or name"
          value={typed}
          onChange={setTyped}
          error={isShort ? 'Type at least two characters' : undefined}
        />
        <Button type="submit" loading={isFetching} className={styles['find'] ?? ''}>
          Find
        </Button>
      </form>
      {isFetching && data === undefined && <Skeleton height={120} role="status" aria-label="Looking for people" />}
      {isError && data === undefined && <ErrorState error={error} onRetry={() => refetch()} />}
      {data?.data.length === 0 && (
        <EmptyState title="No one found" hint="No one you can see has this email, phone number or name." />
      )}
      {data !== undefined && data.data.length > 0 && <Found people={data.data} />}
      <Outlet />
    </Screen>
  )
}

function Found({ people }: { people: readonly PersonFound[] }) {
  return (
    <ul className={styles['list'] ?? ''} aria-label="People found">
      {people.map(({ id, name, email, status, coe_name: hospital, roles }) => (
        <li key={id}>
          <span>
            <Link to={`/users/roles/${encodeURIComponent(id)}`} state={{ fromList: true }}>
              {name === '' ? 'Name not known' : name}
            </Link>
            <span className={styles['note'] ?? ''}>{[email, hospital].filter((one) => one !== '').join(', ')}</span>
          </span>
          <span className={styles['holding'] ?? ''}>{roles.map(({ role }) => roleName(role)).join(', ')}</span>
          <StatusChip status={status} />
        </li>
      ))}
    </ul>
  )
}
