import type { SessionUser } from '#api/people/contracts/session.ts'
import type { ROLE_NAMES } from '#domain/kernel/role-names.ts'

const SUPER_ADMIN: keyof typeof ROLE_NAMES = 'SUPER_ADMIN'

type Changer = Pick<SessionUser, 'roles' | 'permissions'>

/** Why somebody cannot change what a role may do, as the server would refuse it; undefined where they may ask. */
export function whyNotRole({ roles }: Changer, roleId: string): string | undefined {
  return roles.some(({ id }) => id === roleId) ? 'You have this role, and you cannot change your own roles' : undefined
}

/** Why they cannot give or take one right. */
export function whyNotRight(changer: Changer, roleId: string, permission: string): string | undefined {
  const mayAll = changer.roles.some(({ role }) => role === SUPER_ADMIN)
  const lacks = !mayAll && !changer.permissions.includes(permission)
  return whyNotRole(changer, roleId) ?? (lacks ? 'You do not have this right yourself' : undefined)
}
