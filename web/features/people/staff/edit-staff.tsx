import { useState } from 'react'
import { CodeBody } from '#api/people/contracts/account.ts'
import { StaffEditBody } from '#api/people/contracts/staff-body.ts'
import type { PersonDetail } from '#api/people/contracts/staff.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { today } from '#web/ui/dates.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { askStaffCode, editStaff } from './staff-api.ts'
import { GENDERS } from './staff-form.tsx'
import styles from './staff.module.css'

type EditProps = { readonly person: PersonDetail; readonly onClose: () => void }

/**
 * Edit Staff: the details, then the code that is mailed to whoever changes them (spec, S090). What somebody else has changed
 * since the dialog was opened is not changed unseen.
 */
export function EditStaff({ person, onClose }: EditProps) {
  const [{ revision }] = useState(person)
  const [details, setDetails] = useState<StaffEditBody>()
  if (details === undefined)
    return <Details person={person} onClose={onClose} onAsked={(asked) => setDetails({ ...asked, revision })} />
  return <Code id={person.id} details={details} onClose={onClose} />
}

function Details({ person, onClose, onAsked }: EditProps & { onAsked: (details: StaffEditBody) => void }) {
  const asking = useCommand({ run: askStaffCode, quiet: true, savesNothing: true })
  // The one that was mailed just now is still good, unless it was used.
  const hasCode = asking.error?.status === 429
  const form = useFormState({
    initial: {
      first_name: person.first_name ?? '',
      last_name: person.last_name ?? '',
      phone_number: person.phone_number ?? '',
      gender: person.gender ?? '',
      date_of_birth: person.date_of_birth ?? '',
    },
    schema: StaffEditBody,
    onSubmit: (details) => {
      if (hasCode) onAsked(details)
      else void asking.submit({}).then((asked) => asked !== undefined && onAsked(details))
    },
  })
  return (
    <FormDialog
      title="Edit Staff"
      verb={hasCode ? 'Enter the code' : 'Update'}
      form={form}
      command={asking}
      onClose={onClose}
    >
      <TextField {...form.field('first_name')} label="First name" required data-autofocus autoComplete="off" />
      <TextField {...form.field('last_name')} label="Last name" required autoComplete="off" />
      <PhoneField {...form.field('phone_number')} />
      <DateField {...form.field('date_of_birth')} label="Date of birth" required max={today()} />
      <SelectField {...form.field('gender')} label="Gender" required options={GENDERS} allowDeselect={false} />
    </FormDialog>
  )
}

function Code({ id, details, onClose }: { id: string; details: StaffEditBody; onClose: () => void }) {
  const { email } = useUser()
  const command = useCommand({
    run: editStaff,
    success: ({ message }) => message,
    quiet: true,
    keptAs: 'edit-staff',
    onDone: onClose,
  })
  const form = useFormState({
    initial: { email, hash: '' },
    schema: CodeBody,
    onSubmit: (code) => command.submit({ id, code, details }),
  })
  return (
    <FormDialog title="Verification code" verb="Verify and save" form={form} command={command} onClose={onClose}>
      <p className={styles['said'] ?? ''}>
        An email verification code is needed to update staff information. It is on its way to {email}, and good for ten
        minutes.
      </p>
      <TextField
        {...form.field('hash')}
        label="Code"
        description="Six letters and digits"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={6}
        data-autofocus
      />
    </FormDialog>
  )
}
