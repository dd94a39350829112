import type { PermissionView, Role } from '#api/people/contracts/role.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { rightText } from './change-right-dialog.tsx'
import styles from './roles.module.css'

type PermissionListProps = { readonly roles: readonly Role[]; readonly permissions: readonly PermissionView[] }

/** The permissions that there are: each in words, with its name as programs read it, and the roles that have it. */
export function PermissionList({ roles, permissions }: PermissionListProps) {
  return (
    <ul className={styles['list'] ?? ''} aria-label="Permissions">
      {permissions.map((permission) => {
        const having = roles.filter((role) => role.permissions.some(({ id }) => id === permission.id))
        return (
          <li key={permission.id}>
            <span>
              To {rightText(permission)}
              <span className={styles['note'] ?? ''}>
                {permission.permission}
                {permission.is_built_in ? '' : ' (added here; opens menu items only)'}
              </span>
            </span>
            <span className={styles['holding'] ?? ''}>
              {having.length === 0 ? 'No role has this' : having.map(({ role }) => roleName(role)).join(', ')}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
