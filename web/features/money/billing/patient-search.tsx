import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { PatientMatch } from '#api/money/contracts/billing.ts'
import { isBlank } from '#domain/kernel/blank.ts'
import { ApiError } from '#web/shell/api-error.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useTakesFocus } from '#web/ui/use-takes-focus.ts'
import { Money } from '#web/ui/money.tsx'
import { patientsQuery, recentPatientsQuery } from './billing-api.ts'
import styles from './billing.module.css'

export const fullName = ({ first_name, other_names, last_name }: PatientMatch) =>
  [first_name, other_names, last_name].filter((name) => name !== null && name !== '').join(' ')

type PatientSearchProps = {
  readonly onSelect: (patientId: string) => void
  /** Where it is not what the screen begins with: the focus stays where it is. */
  readonly isBeside?: boolean
}

/** Finds the patient to bill among those of the own hospital; first offers whom the person billed last. */
export function PatientSearch({ onSelect, isBeside = false }: PatientSearchProps) {
  const takesFocus = useTakesFocus()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [error, setError] = useState<string>()
  const matches = useQuery(patientsQuery(search))
  const lately = useQuery(recentPatientsQuery).data?.data ?? []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = typed.trim()
    setError(wanted === '' ? 'Provide a search value' : undefined)
    // Asking again goes around what keeps an empty search from being sent.
    if (wanted !== '' && wanted === search) void matches.refetch()
    setSearch(wanted)
  }
  const isUnknown = matches.error instanceof ApiError && matches.error.status === 404
  const isBusy = search !== '' && matches.isFetching
  // Of what was found before, nothing is offered beside what is typed now.
  const isOfTyped = search !== '' && search === typed.trim()
  return (
    <div className={styles['stack']}>
      <form onSubmit={submit} role="search" aria-label="Patients" className={styles['search']} noValidate>
        <TextField
          label="Patient"
          description="CHF ID, e-mail or name"
          type="search"
          autoComplete="off"
          autoFocus={takesFocus && !isBeside}
          maxLength={200}
          value={typed}
          onChange={setTyped}
          error={error}
        />
        <Button type="submit" leftSection={<IconSearch size={18} aria-hidden />} loading={isBusy}>
          Find patient
        </Button>
      </form>
      {isOfTyped && isUnknown && !isBusy && (
        <EmptyState title="Patient not found" hint="You can find active patients of your own hospital only." />
      )}
      {isOfTyped && matches.isError && !isUnknown && (
        <ErrorState error={matches.error} onRetry={() => matches.refetch()} />
      )}
      {isOfTyped && matches.data && !matches.isError && (
        <Matches label="Patients found" matches={matches.data.data} onSelect={onSelect} />
      )}
      {isBlank(typed) && lately.length > 0 && (
        <section className={styles['stack']}>
          <h3 className={styles['lately']}>Recent patients</h3>
          <Matches label="Recent patients" matches={lately} onSelect={onSelect} />
        </section>
      )}
    </div>
  )
}

type MatchesProps = {
  readonly label: string
  readonly matches: readonly PatientMatch[]
  readonly onSelect: (patientId: string) => void
}

function Matches({ label, matches, onSelect }: MatchesProps) {
  return (
    <ul className={styles['matches']} aria-label={label}>
      {matches.map((match) => (
        <li key={match.id}>
          <span className={styles['who']}>
            <strong>{fullName(match)}</strong>
            <span>
              {match.chf_id}, {match.email}
            </span>
          </span>
          <Money naira={match.wallet_balance} />
          <Button variant="default" onClick={() => onSelect(match.id)} aria-label={`Select ${fullName(match)}`}>
            Select
          </Button>
        </li>
      ))}
    </ul>
  )
}
