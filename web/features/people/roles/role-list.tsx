import { Link, useLocation } from 'react-router-dom'
import type { Role } from '#api/people/contracts/role.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { reachText } from './role-words.ts'
import styles from './roles.module.css'

/** The roles, each with how far it sees and how much it may do; one opens at its own address. */
export function RoleList({ roles }: { roles: readonly Role[] }) {
  const { search } = useLocation()
  return (
    <ul className={styles['list'] ?? ''} aria-label="Roles">
      {roles.map(({ id, role, description, reach, permissions }) => (
        <li key={id}>
          <span>
            <Link to={{ pathname: `/roles/${encodeURIComponent(id)}`, search }} state={{ fromList: true }}>
              {roleName(role)}
            </Link>
            {description !== '' && <span className={styles['note'] ?? ''}>{description}</span>}
          </span>
          <span className={styles['note'] ?? ''}>
            Sees: {reachText(reach).toLowerCase()}.{' '}
            {permissions.length === 1 ? '1 right' : `${permissions.length} rights`}
          </span>
        </li>
      ))}
    </ul>
  )
}
