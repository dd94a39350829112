import { type KeyboardEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { PermissionView, Role } from '#api/people/contracts/role.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { type AskedRight, rightText } from './change-right-dialog.tsx'
import { whyNotRight } from './why-not.ts'
import styles from './roles.module.css'

type MatrixProps = {
  readonly roles: readonly Role[]
  readonly permissions: readonly PermissionView[]
  readonly onAsk: (asked: AskedRight) => void
}

/** Keys that move within the matrix: by how many rows and columns. */
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
}

/**
 * All roles beside all rights: a mark where a role has one. A cell asks to give or take it; one that cannot be changed says
 * why. One stop of the Tab key, as a grid is; the arrows move in it.
 */
export function RoleMatrix({ roles, permissions, onAsk }: MatrixProps) {
  const user = useUser()
  const { search } = useLocation()
  const table = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState<readonly [number, number]>([0, 0])
  const [row, column] = [Math.min(at[0], permissions.length - 1), Math.min(at[1], roles.length - 1)]
  const move = (event: KeyboardEvent) => {
    const by = MOVES[event.key]
    if (by === undefined) return
    event.preventDefault()
    const within = (next: number, count: number) => Math.max(0, Math.min(next, count - 1))
    const next = [within(row + by[0], permissions.length), within(column + by[1], roles.length)] as const
    setAt(next)
    table.current?.querySelector<HTMLElement>(`[data-at="${next.join(':')}"]`)?.focus()
  }
  return (
    <div className={styles['matrix']} role="region" aria-label="Matrix of roles and rights">
      <table ref={table} role="grid" aria-label="Roles and their rights" onKeyDown={move}>
        <thead>
          <tr>
            <th scope="col" className={styles['corner']}>
              Right to
            </th>
            {roles.map(({ id, role }) => (
              <th key={id} scope="col" className={styles['role']}>
                <Link to={{ pathname: `/roles/${encodeURIComponent(id)}`, search }} state={{ fromList: true }}>
                  {roleName(role)}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {permissions.map((permission, y) => (
            <tr key={permission.id}>
              <th scope="row" title={permission.permission}>
                {rightText(permission)}
              </th>
              {roles.map((role, x) => {
                const has = role.permissions.some(({ id }) => id === permission.id)
                const why = whyNotRight(user, role.id, permission.id)
                const about = `${roleName(role.role)}: ${rightText(permission)}`
                return (
                  <td key={role.id} role="gridcell" className={styles['cell']}>
                    <button
                      type="button"
                      role="checkbox"
                      aria-checked={has}
                      aria-disabled={why !== undefined}
                      aria-label={why === undefined ? about : `${about}. ${why}`}
                      title={why === undefined ? about : `${about}\n${why}`}
                      data-at={`${y}:${x}`}
                      tabIndex={y === row && x === column ? 0 : -1}
                      onFocus={() => setAt([y, x])}
                      onClick={() => {
                        if (why === undefined) onAsk({ role, permission, isGiven: !has })
                      }}
                    >
                      {has ? '✓' : ''}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
