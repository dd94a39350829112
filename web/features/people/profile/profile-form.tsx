import { Button, Group } from '@mantine/core'
import { useEffect } from 'react'
import { ProfileBody, type SessionUser } from '#api/people/contracts/session.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { today } from '#web/ui/dates.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { serverErrors } from '#web/ui/form/form-errors.ts'
import { Restored } from '#web/ui/form/restored.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { Panel } from '#web/ui/screen.tsx'
import { saveProfile } from './profile-api.ts'
import styles from './profile.module.css'

const genders = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
]

/** Edits what a person may change about themselves; e-mail, roles and hospital are others' to change. */
export function ProfileForm({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const command = useCommand({
    run: saveProfile,
    success: 'Profile updated.',
    onDone: onClose,
  })
  const form = useFormState({
    initial: {
      first_name: user.first_name,
      last_name: user.last_name,
      other_names: user.other_names ?? '',
      date_of_birth: user.date_of_birth ?? '',
      gender: user.gender ?? '',
      phone_number: user.phone_number ?? '',
    },
    schema: ProfileBody,
    onSubmit: command.submit,
  })
  const { error } = command
  const close = () => {
    command.leave()
    onClose()
  }
  const { show } = form
  useEffect(() => {
    if (error) show(serverErrors(error))
  }, [error, show])
  return (
    <Panel title="Edit profile">
      <form {...form.formProps}>
        {form.restored && <Restored draft={form.restored} />}
        <div className={styles['fields']}>
          <TextField {...form.field('first_name')} label="First name" required autoComplete="given-name" />
          <TextField {...form.field('last_name')} label="Last name" required autoComplete="family-name" />
          <TextField {...form.field('other_names')} label="Other names" autoComplete="additional-name" />
          <DateField {...form.field('date_of_birth')} label="Date of birth" required max={today()} />
          <SelectField {...form.field('gender')} label="Gender" required options={genders} allowDeselect={false} />
          <PhoneField {...form.field('phone_number')} autoComplete="tel-national" />
        </div>
        <Group mt="lg">
          <Button type="submit" loading={command.isRunning}>
            Save profile
          </Button>
          <Button variant="default" onClick={close} disabled={command.isRunning}>
            Cancel
          </Button>
        </Group>
      </form>
    </Panel>
  )
}
