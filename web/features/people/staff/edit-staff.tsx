import { Alert, Button } from '@mantine/core'
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
import { clockOf, keepNextCode, useNextCode } from '#web/features/people/account/next-code.ts'
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
  const [asked, setAsked] = useState<Asked>()
  if (asked === undefined)
    return (
      <Details
        person={person}
        onClose={onClose}
        onAsked={({ details, isEarlier }) => setAsked({ details: { ...details, revision }, isEarlier })}
      />
    )
  return <Code id={person.id} {...asked} onClose={onClose} />
}

/** What is to be saved; `isEarlier`: no code was mailed for it, as one had been asked for just before. */
type Asked = { readonly details: StaffEditBody; readonly isEarlier: boolean }

function Details({ person, onClose, onAsked }: EditProps & { onAsked: (asked: Asked) => void }) {
  const { email } = useUser()
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
      if (hasCode) {
        keepNextCode(email, asking.error?.retryAt ?? Date.now())
        return onAsked({ details, isEarlier: true })
      }
      void asking.submit({}).then((asked) => {
        if (asked === undefined) return
        keepNextCode(email, Date.now() + asked.data.wait_seconds * 1000)
        onAsked({ details, isEarlier: false })
      })
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

function Code({ id, details, isEarlier, onClose }: Asked & { readonly id: string; readonly onClose: () => void }) {
  const { email } = useUser()
  const [left, beginWait] = useNextCode(email)
  const [isAnother, setAnother] = useState(false)
  const again = useCommand({
    run: askStaffCode,
    quiet: true,
    savesNothing: true,
    onDone: ({ data }) => {
      setAnother(true)
      beginWait(Date.now() + data.wait_seconds * 1000)
    },
  })
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
        An email verification code is needed to update staff information.{' '}
        {isEarlier && !isAnother
          ? `We sent a code to ${email} a moment ago. It works once, for ten minutes.`
          : `We sent a code to ${email}. It works for ten minutes.`}
      </p>
      <TextField
        {...form.field('hash')}
        label="Code"
        description="6 letters and digits"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
      />
      {again.error && <Alert color="red" variant="outline" role="alert" title={again.error.message} />}
      <Button
        variant="default"
        loading={again.isRunning}
        disabled={left > 0 || command.isRunning}
        onClick={() => void again.submit({})}
      >
        {left > 0 ? `Another code in ${clockOf(left)}` : 'Send another code'}
      </Button>
    </FormDialog>
  )
}
