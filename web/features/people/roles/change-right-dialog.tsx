import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PermissionView, Role } from '#api/people/contracts/role.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
import { changeRight, roleQuery } from './roles-api.ts'
import { holdersText } from './role-words.ts'
import styles from './roles.module.css'

/** A right that a role is to get, or to lose. */
export type AskedRight = { readonly role: Role; readonly permission: PermissionView; readonly isGiven: boolean }

/** Asks before a role gets or loses a right: which people that is about, counted as the dialog opens. */
export function ChangeRightDialog({ asked, onClose }: { asked: AskedRight; onClose: () => void }) {
  const { role, permission, isGiven } = asked
  const people = useQuery({ ...roleQuery(role.id), staleTime: 0 })
  const command = useCommand({
    run: changeRight,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'right-of-role',
  })
  const verb = isGiven ? 'Give right' : 'Take right'
  return (
    <ConfirmCommand
      title={isGiven ? 'Give a right to a role' : 'Take a right from a role'}
      verb={verb}
      isDangerous={!isGiven}
      onConfirm={() => command.submit({ roleId: role.id, permission: permission.id, isGiven })}
      command={command}
      onClose={onClose}
    >
      <p className={styles['said'] ?? ''}>
        {isGiven ? 'Give the role ' : 'Take from the role '}
        <strong>{roleName(role.role)}</strong> the right to <strong>{rightText(permission)}</strong>?
      </p>
      {people.data === undefined && people.isPending && (
        <Skeleton height={20} role="status" aria-label="Counting who holds the role" />
      )}
      <p className={styles['said'] ?? ''}>
        {people.data !== undefined && `${holdersText(people.data.data)}. `}
        {people.isError && people.data === undefined && 'How many people have this role could not be read. '}
        {consequence(isGiven, permission)}
      </p>
    </ConfirmCommand>
  )
}

/** What a right is, in words: what was said of one of the installation's own, else its name. */
export const rightText = ({ description, permission }: PermissionView): string =>
  description === '' ? permission : description

function consequence(isGiven: boolean, { is_built_in: isBuiltIn }: PermissionView): string {
  if (!isBuiltIn) return 'This right opens menu items only.'
  return isGiven
    ? 'It takes effect at their next click, without signing in again.'
    : 'It takes effect at their next click. People who have this right through another role keep it.'
}
