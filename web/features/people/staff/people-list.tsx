import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Person } from '#api/people/contracts/staff.ts'
import type { Params } from '#web/shell/params.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { peopleQuery } from './staff-api.ts'
import { PeopleTable, type StatusWords } from './people-table.tsx'
import styles from './staff.module.css'

type ListProps = {
  readonly path: string
  readonly params?: Params
  readonly pageSize: number
  readonly label: string
  /** The spec's text when there is nobody. */
  readonly empty: string
  readonly words: StatusWords
  /** What one types to find somebody; no search without it. */
  readonly searchLabel?: string
  readonly withHospital?: boolean
  readonly withRoles?: boolean
  readonly withGender?: boolean
  readonly to: (person: Person) => string
}

/** A list of people by pages. What is searched for stands in no address of the browser: it names a person. */
export function PeopleList({ path, params = {}, pageSize, searchLabel, ...shown }: ListProps) {
  const { label, empty, words, withHospital = false, withRoles = false, withGender = false, to } = shown
  const [address, setAddress] = useSearchParams()
  const page = Math.max(1, Number(/^\d{1,4}$/.exec(address.get('page') ?? '')?.[0] ?? 1))
  const [search, setSearch] = useState('')
  const asked = { ...params, per_page: pageSize, page }
  const { data, isPending, isError, error, refetch } = useQuery(peopleQuery(path, asked, search))
  const open = (number: number) => {
    const next = new URLSearchParams(address)
    if (number === 1) next.delete('page')
    else next.set('page', String(number))
    setAddress(next)
  }
  const find = (text: string) => {
    setSearch(text)
    open(1)
  }
  const found = data?.data
  return (
    <>
      {searchLabel !== undefined && <Search label={searchLabel} onFind={find} />}
      {isPending && <Skeleton height={240} role="status" aria-label={`Loading: ${label}`} />}
      {isError && found === undefined && <ErrorState error={error} onRetry={() => refetch()} />}
      {found?.data.length === 0 && (
        <EmptyState title={empty} {...(search === '' ? {} : { hint: 'No one here has this name or email.' })} />
      )}
      {found !== undefined && found.data.length > 0 && (
        <>
          <PeopleTable
            people={found.data}
            from={(found.current_page - 1) * found.per_page + 1}
            {...{ label, words, withHospital, withRoles, withGender, to }}
          />
          <nav className={styles['pages'] ?? ''} aria-label="Pages">
            <p>
              {found.total.toLocaleString('en-NG')} {found.total === 1 ? 'person' : 'people'}, page {found.current_page}{' '}
              of {found.last_page}
            </p>
            {found.last_page > 1 && (
              <Button.Group>
                <Button variant="default" disabled={page <= 1} onClick={() => open(page - 1)}>
                  Previous
                </Button>
                <Button variant="default" disabled={page >= found.last_page} onClick={() => open(page + 1)}>
                  Next
                </Button>
              </Button.Group>
            )}
          </nav>
        </>
      )}
    </>
  )
}

const LEAST = 2

function Search({ label, onFind }: { label: string; onFind: (text: string) => void }) {
  const [typed, setTyped] = useState('')
  const [isShort, setShort] = useState(false)
  const find = (event: FormEvent) => {
    event.preventDefault()
    const text = typed.trim()
    const short = text.length > 0 && text.length < LEAST
    setShort(short)
    if (!short) onFind(text)
  }
  return (
    <form onSubmit={find} noValidate aria-label="Find people" className={styles['tools'] ?? ''}>
      <TextField
        label={label}
        value={typed}
        onChange={setTyped}
        error={isShort ? 'Type at least two characters' : undefined}
      />
      <Button type="submit" variant="default">
        Find
      </Button>
    </form>
  )
}
