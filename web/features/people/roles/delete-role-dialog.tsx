import type { RoleDetail } from '#api/people/contracts/role.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
import { holdersText } from './role-words.ts'
import { deleteRole } from './roles-api.ts'
import styles from './roles.module.css'

const NAMED = 10

/** Asks before a role is deleted, and names who holds it; why it cannot be, stands in the dialog (spec, Q125). */
export function DeleteRoleDialog({ role, onClose }: { role: RoleDetail; onClose: () => void }) {
  const command = useCommand({
    run: deleteRole,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'role-delete',
  })
  const names = role.holders.slice(0, NAMED).map(({ name }) => name)
  const more = role.holders_count > names.length && names.length > 0 ? ' and others' : ''
  return (
    <ConfirmCommand
      title="Delete role"
      verb="Delete role"
      isDangerous
      onConfirm={() => command.submit({ id: role.id })}
      command={command}
      onClose={onClose}
    >
      <p className={styles['said'] ?? ''}>
        Delete the role <strong>{roleName(role.role)}</strong>?
      </p>
      <p className={styles['said'] ?? ''}>
        {holdersText(role)}
        {names.length > 0 && `: ${names.join(', ')}${more}`}. A role in use cannot be deleted.
      </p>
    </ConfirmCommand>
  )
}
