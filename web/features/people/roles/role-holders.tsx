import type { RoleDetail } from '#api/people/contracts/role.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { holdersText } from './role-words.ts'
import styles from './roles.module.css'

/** Who holds a role, the first hundred by name; patients are counted only. */
export function RoleHolders({ role }: { role: RoleDetail }) {
  if (role.holders_count === 0) return <EmptyState title={holdersText(role)} />
  const isCut = role.holders.length > 0 && role.holders.length < role.holders_count
  return (
    <>
      <p className={styles['said'] ?? ''}>
        {holdersText(role)}.{isCut && ` The first ${role.holders.length} of them by name:`}
        {role.holders.length === 0 && ' Patients are counted, not named.'}
      </p>
      <ul className={styles['list'] ?? ''} aria-label="People with this role">
        {role.holders.map(({ id, name, status, coe_name: hospital }) => (
          <li key={id}>
            <span>
              {name === '' ? 'Name not known' : name}
              {hospital !== '' && <span className={styles['note'] ?? ''}>{hospital}</span>}
            </span>
            <StatusChip status={status} />
          </li>
        ))}
      </ul>
    </>
  )
}
