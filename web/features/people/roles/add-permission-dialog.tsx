import { PermissionBody } from '#api/people/contracts/role.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { addPermission } from './roles-api.ts'
import styles from './roles.module.css'

/** A permission of the installation's own. */
export function AddPermissionDialog({ onClose }: { onClose: () => void }) {
  const command = useCommand({
    run: addPermission,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'permission',
  })
  const form = useFormState({
    initial: { permission: '', description: '' },
    schema: PermissionBody,
    onSubmit: (body) => command.submit(body),
  })
  return (
    <FormDialog title="Add a permission" verb="Add permission" form={form} command={command} onClose={onClose}>
      <p className={styles['said'] ?? ''}>
        You can give your own permission to roles and use it for menu items. It opens no screens or records, and cannot
        be deleted.
      </p>
      <TextField
        {...form.field('permission')}
        label="Name"
        description="In capitals, words joined by _: VIEW_WARD"
        required
        data-autofocus
      />
      <TextField
        {...form.field('description')}
        label="What it lets people do"
        description="Completes 'may ...', for example: see the ward"
      />
    </FormDialog>
  )
}
