import { useQuery } from '@tanstack/react-query'
import { UserHospitalBody } from '#api/people/contracts/staff-body.ts'
import type { Person } from '#api/people/contracts/staff.ts'
import { coesQuery, hospitalChoices } from '#web/features/catalogue/hospitals.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { nameOf } from './people-table.tsx'
import { changeHospital, changeStatus, inviteAgain } from './staff-api.ts'

type ActProps = { readonly person: Person; readonly onClose: () => void }

const said = { success: ({ message }: { readonly message: string }) => message, quiet: true }

/** Closes an account, or opens it again. */
export function ChangeStatus({ person, onClose }: ActProps) {
  const closes = person.status === 'active'
  const command = useCommand({ ...said, run: changeStatus, onDone: onClose, keptAs: 'staff-status' })
  const verb = closes ? 'Deactivate' : 'Activate'
  return (
    <ConfirmCommand
      title={`${verb} account`}
      verb={verb}
      isDangerous={closes}
      onConfirm={() => command.submit({ id: person.id, to: closes ? 'deactivate' : 'activate' })}
      command={command}
      onClose={onClose}
    >
      {closes
        ? `Deactivate the account of ${nameOf(person)}? They are signed out on all devices at their next click.`
        : `Activate the account of ${nameOf(person)}? They can sign in again.`}
    </ConfirmCommand>
  )
}

/** Mails the link to choose the first password again. */
export function InviteAgain({ person, onClose }: ActProps) {
  const command = useCommand({ ...said, run: inviteAgain, onDone: onClose, keptAs: 'staff-invitation' })
  return (
    <ConfirmCommand
      title="Send link again"
      verb="Send"
      onConfirm={() => command.submit({ id: person.id })}
      command={command}
      onClose={onClose}
    >
      {`Mail ${nameOf(person)} another link to choose their password? It works once, for seven days. The earlier link stops working.`}
    </ConfirmCommand>
  )
}

/** Makes somebody staff of a hospital (spec, S021). */
export function ChangeHospital({ person, onClose }: ActProps) {
  const coes = useQuery(coesQuery)
  const command = useCommand({ ...said, run: changeHospital, onDone: onClose, keptAs: 'staff-hospital' })
  const form = useFormState({
    initial: { user_id: person.id, coe_id: person.coe_id ?? '' },
    schema: UserHospitalBody,
    onSubmit: command.submit,
  })
  return (
    <FormDialog title="Make User Hospital Staff" verb="Add to hospital" form={form} command={command} onClose={onClose}>
      <SelectField
        {...form.field('coe_id')}
        label="Hospital"
        required
        options={hospitalChoices(coes.data)}
        data-autofocus
      />
      {form.errors['user_id'] !== undefined && <p role="alert">{form.errors['user_id']}</p>}
    </FormDialog>
  )
}
