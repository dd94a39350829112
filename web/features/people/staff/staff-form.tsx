import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { ChfAdminBody, HelpDeskBody, StaffBody } from '#api/people/contracts/staff-body.ts'
import type { StaffCreated } from '#api/people/contracts/staff.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { Refused, Succeeded } from '#web/features/people/account/account-card.tsx'
import { assignableQuery } from '#web/features/people/roles/people/people-api.ts'
import { coesQuery, hospitalChoices } from '#web/features/catalogue/hospitals.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { today } from '#web/ui/dates.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { filledIn } from '#web/ui/form/form-errors.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Restored } from '#web/ui/form/restored.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useRefusedFields } from '#web/ui/form/use-refused-fields.ts'
import { NextSteps } from '#web/ui/record/what-next.tsx'
import { Panel } from '#web/ui/screen.tsx'
import { createStaff, type Kind } from './staff-api.ts'
import { useFocusInPlace } from '#web/ui/use-focus-in-place.ts'
import styles from './staff.module.css'

export const GENDERS = [
  { value: 'Female', label: 'Female' },
  { value: 'Male', label: 'Male' },
]
const EMPTY = {
  ...{ email: '', first_name: '', last_name: '', other_names: '', profession: '', phone_number: '' },
  ...{ gender: '', date_of_birth: '', role_id: '', coe_id: '' },
}
/** That a help desk was created is said for three seconds (spec, constants: help-desk create message). */
const HELP_DESK_STAYS_MS = 3_000
const RULES = { user: StaffBody, helpDesk: HelpDeskBody, chfAdmin: ChfAdminBody } as const

type FormProps = {
  readonly kind: Kind
  /** The hospital, where the page is one's own. */
  readonly coeId?: string | undefined
  /** Which roles the page is for; all that may be given without it. */
  readonly reach?: 'hospital' | 'all'
}

/** What becomes of somebody who was just created. */
const NEXT = [
  'They open the link in their mail and choose a password. Then they can sign in.',
  'If no mail arrives, open the record and press Send link again.',
  'Change their roles on the record, in the tab Roles.',
]

/** Creates somebody: the form, then who was created (spec, S088 to S092); Cancel goes back to the form. */
export function StaffForm(props: FormProps) {
  const [created, setCreated] = useState<StaffCreated['data']>()
  useFocusInPlace(created === undefined ? 'form' : 'created', 'form')
  const here = useLocation().pathname.replace(/\/create\/?$/, '')
  const list = props.kind === 'helpDesk' || props.reach === 'hospital' ? `${here}/people` : here
  if (created === undefined) return <NewPerson {...props} onDone={setCreated} />
  const { id, first_name: first, last_name: last, roles } = created
  return (
    <Panel title="Created">
      <Stack maw={600}>
        <Succeeded>
          {first} {last}, {roleName(roles[0]?.role ?? '')}. We sent them a link to choose a password.
        </Succeeded>
        <NextSteps steps={NEXT} />
        <Group>
          <Button component={Link} to={`${list}/${encodeURIComponent(id)}`}>
            Open the record
          </Button>
          <Button variant="default" onClick={() => setCreated(undefined)}>
            Create another
          </Button>
          <Button variant="default" onClick={() => setCreated(undefined)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

function NewPerson({ kind, coeId, reach, onDone }: FormProps & { onDone: (created: StaffCreated['data']) => void }) {
  const command = useCommand({
    run: createStaff,
    success: ({ message }) => message,
    successStaysMs: kind === 'helpDesk' ? HELP_DESK_STAYS_MS : undefined,
    quiet: true,
    keptAs: `create-${kind}`,
    onDone: ({ data }) => onDone(data),
  })
  const form = useFormState({
    initial: { ...EMPTY, coe_id: coeId ?? '' },
    schema: filledIn<Partial<StaffBody>>(RULES[kind]),
    onSubmit: (body) => command.submit({ ...body, kind }),
  })
  const { error, isRunning } = command
  useRefusedFields(form, error)
  const roles = useQuery({ ...assignableQuery, enabled: kind === 'user' })
  const coes = useQuery({ ...coesQuery, enabled: kind !== 'chfAdmin' && coeId === undefined })
  const assignable = (roles.data?.data ?? []).filter(
    (role) => role.reach !== 'self' && (reach === undefined || role.reach === reach),
  )
  const asksHospital = kind !== 'chfAdmin' && coeId === undefined && reach !== 'all'
  return (
    <form {...form.formProps} className={styles['form'] ?? ''} aria-label="New person">
      {form.restored && <Restored draft={form.restored} />}
      <Stack>
        <Refused error={error} />
        <div className={styles['fields'] ?? ''}>
          <TextField {...form.field('first_name')} label="First name" required autoComplete="off" />
          <TextField {...form.field('last_name')} label="Last name" required autoComplete="off" />
          {kind === 'user' && <TextField {...form.field('other_names')} label="Other names" autoComplete="off" />}
          <TextField {...form.field('email')} label="Email" type="email" required autoComplete="off" />
          <PhoneField {...form.field('phone_number')} />
          <DateField {...form.field('date_of_birth')} label="Date of birth" required max={today()} />
          <SelectField {...form.field('gender')} label="Gender" required options={GENDERS} />
          {kind === 'user' && (
            <>
              <TextField {...form.field('profession')} label="Profession" autoComplete="off" />
              <SelectField
                {...form.field('role_id')}
                label="Role"
                required
                options={assignable.map(({ id, role }) => ({ value: id, label: roleName(role) }))}
              />
            </>
          )}
          {asksHospital && (
            <SelectField
              {...form.field('coe_id')}
              label="Hospital"
              required={kind === 'helpDesk' || reach === 'hospital'}
              {...(reach === undefined && kind === 'user' ? { description: 'Required for hospital roles' } : {})}
              options={hospitalChoices(coes.data)}
              clearable
            />
          )}
        </div>
        <Group>
          <Button type="submit" loading={isRunning}>
            Create
          </Button>
          <span role="status">{isRunning && kind === 'chfAdmin' && 'sending request'}</span>
        </Group>
      </Stack>
    </form>
  )
}
