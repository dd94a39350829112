import { useQuery } from '@tanstack/react-query'
import { RoleBody } from '#api/people/contracts/role.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { filledIn } from '#web/ui/form/form-errors.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { roleChoices, rolesQuery } from './role-choices.ts'
import { createRole } from './roles-api.ts'
import { REACH_CHOICES } from './role-words.ts'

const CHOSEN = filledIn(RoleBody)

/** A new role: its name, what it is, who gives it and how far it sees. It may do nothing yet. */
export function CreateRoleDialog({ onClose }: { onClose: () => void }) {
  const roles = useQuery(rolesQuery)
  const command = useCommand({
    run: createRole,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'role',
  })
  const form = useFormState({
    initial: { role: '', description: '', parentRole: '', reach: '' },
    schema: CHOSEN,
    onSubmit: (body) => command.submit(body),
  })
  return (
    <FormDialog title="Create a role" verb="Create role" form={form} command={command} onClose={onClose}>
      <TextField
        {...form.field('role')}
        label="Name"
        description="In capitals, words joined by _: TUMOUR_BOARD is shown as Tumour board"
        required
        data-autofocus
      />
      <TextField {...form.field('description')} label="Description" />
      <SelectField
        {...form.field('parentRole')}
        label="Parent role"
        description="Its holders can give the new role to people"
        options={roleChoices(roles.data)}
        clearable
      />
      <SelectField
        {...form.field('reach')}
        label="What its holders see"
        description="The same as the parent role, unless you choose"
        options={REACH_CHOICES}
        clearable
      />
    </FormDialog>
  )
}
