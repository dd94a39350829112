import { Anchor, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { isBlank } from '#domain/kernel/blank.ts'
import { addressOf, findsQuery } from '#web/shell/search-finds.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Panel } from '#web/ui/screen.tsx'

/** On the home of those who look after patients and bill none: finds a patient by the CHF ID, and opens their treatments. */
export default function FindPatient() {
  const { permissions } = useUser()
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState('')
  const [isMissing, setMissing] = useState(false)
  const finds = useQuery(findsQuery(wanted))
  const patients = (finds.data?.data ?? []).filter(({ kind }) => kind === 'patient')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(isBlank(typed))
    setWanted(typed.trim())
  }
  return (
    <Panel title="Find a patient">
      <form onSubmit={submit} role="search" aria-label="Patients" noValidate>
        <Group align="flex-end">
          <TextField
            label="CHF ID, such as CHF-000123"
            type="search"
            autoComplete="off"
            maxLength={60}
            value={typed}
            onChange={setTyped}
            error={isMissing ? 'Enter a CHF ID' : undefined}
          />
          <Button type="submit" loading={finds.isFetching}>
            Find patient
          </Button>
        </Group>
      </form>
      {finds.isError && <ErrorState error={finds.error} onRetry={() => finds.refetch()} />}
      {finds.isSuccess && patients.length === 0 && (
        <EmptyState title="Patient not found" hint="Enter the whole CHF ID, such as CHF-000123." />
      )}
      {patients.map((patient) => {
        const { id, title, note } = patient
        const to = addressOf(patient, permissions)
        return (
          <Group key={id} gap="xs" mt="md" role="status">
            {to === undefined ? (
              <strong>{title}</strong>
            ) : (
              <Anchor component={Link} to={to}>
                {title}
              </Anchor>
            )}
            <span>{note}</span>
          </Group>
        )
      })}
    </Panel>
  )
}
