import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'
import { roleName } from '#domain/kernel/role-names.ts'
import { myWalletQuery } from '#web/shell/patient-queries.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Facts, Panel, Screen } from '#web/ui/screen.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { useFocusInPlace } from '#web/ui/use-focus-in-place.ts'
import { ChangePassword } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'

const capital = (word: string | null) => (word === null ? null : word.charAt(0).toUpperCase() + word.slice(1))

/** The person's own record (spec, S020): view, edit and change of password. */
export default function ProfileScreen() {
  const user = useUser()
  const [mode, setMode] = useState<'view' | 'edit' | 'password'>('view')
  const view = useCallback(() => setMode('view'), [])
  useFocusInPlace(mode, 'view')
  const wallet = useQuery({ ...myWalletQuery, enabled: user.patient !== null })
  const actions = (
    <Group gap="xs">
      <Button variant="default" component={Link} to="/users/second-factor">
        Second factor
      </Button>
      <Button variant="default" onClick={() => setMode('password')}>
        Change password
      </Button>
      <Button onClick={() => setMode('edit')}>Edit profile</Button>
    </Group>
  )
  return (
    <Screen
      title="My profile"
      intro="Your details as the fund has them."
      action={mode === 'view' ? actions : undefined}
    >
      {mode === 'edit' && <ProfileForm user={user} onClose={view} />}
      {mode === 'password' && <ChangePassword user={user} onClose={view} />}
      {mode === 'view' && (
        <Panel title="Person" aside={<StatusChip status={user.status} />}>
          <Facts
            items={[
              { name: 'First name', value: user.first_name },
              { name: 'Last name', value: user.last_name },
              { name: 'Other names', value: user.other_names },
              { name: 'Email', value: user.email },
              { name: 'Phone number', value: user.phone_number },
              { name: 'Gender', value: capital(user.gender) },
              {
                name: 'Date of birth',
                value: user.date_of_birth === null ? null : <DateText value={user.date_of_birth} />,
              },
              {
                name: 'Password changed',
                value:
                  user.password_changed_at === null ? 'Not yet' : <DateText value={user.password_changed_at} time />,
              },
              ...(user.patient === null ? [] : [{ name: 'CHF ID', value: user.patient.chf_id }]),
            ]}
          />
        </Panel>
      )}
      <Panel title={user.patient === null ? 'Work' : 'Care'}>
        <Facts
          items={[
            { name: 'Roles', value: user.roles.map(({ role }) => roleName(role)).join(', ') },
            user.patient === null
              ? { name: 'Hospital', value: user.coe?.coe_name ?? 'None (works for the fund)' }
              : { name: 'Hospital', value: wallet.data?.data.hospital?.coe_name ?? null },
          ]}
        />
      </Panel>
    </Screen>
  )
}
