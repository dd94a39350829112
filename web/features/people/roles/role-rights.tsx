import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RoleDetail } from '#api/people/contracts/role.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { type AskedRight, ChangeRightDialog, rightText } from './change-right-dialog.tsx'
import { permissionsQuery } from './roles-api.ts'
import { whyNotRight } from './why-not.ts'
import styles from './roles.module.css'

/** What the role lets people do, each to be taken away; what it does not is given in the matrix. */
export function RoleRights({ role }: { role: RoleDetail }) {
  const user = useUser()
  const { data, isPending, error, refetch } = useQuery(permissionsQuery)
  const [asked, setAsked] = useState<AskedRight>()
  if (isPending) return <Skeleton height={120} role="status" aria-label="Loading the rights" />
  if (data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />
  const rights = data.data.filter(({ id }) => role.permissions.some((one) => one.id === id))
  if (rights.length === 0)
    return <EmptyState title="No data available" hint="This role has no rights yet. Give rights in the matrix." />
  return (
    <>
      <ul className={styles['list'] ?? ''} aria-label="Rights of the role">
        {rights.map((permission) => {
          const why = whyNotRight(user, role.id, permission.id)
          return (
            <li key={permission.id}>
              <span title={permission.permission}>To {rightText(permission)}</span>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Take the right to ${rightText(permission)}`}
                disabled={why !== undefined}
                title={why ?? ''}
                onClick={() => setAsked({ role, permission, isGiven: false })}
              >
                Take
              </Button>
            </li>
          )
        })}
      </ul>
      {asked !== undefined && <ChangeRightDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}
