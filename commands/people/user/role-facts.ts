import {
  effectivePermissions,
  ownPermissions,
  type PersonWhoGrants,
  type RoleFacts,
  SUPER_ADMIN,
} from '#domain/people/role/granting.ts'
import { isStartingRole } from '#domain/people/role/starting-roles.ts'
import { role } from '#domain/people/role/role.ts'
import { isRegistered, user, type User } from '#domain/people/user/user.ts'
import { type Handler, load } from '#commands/handle.ts'

/** Some roles as they are now; those that are not defined are left out. */
export async function loadRoleFacts(handler: Handler, roleIds: Iterable<string>): Promise<readonly RoleFacts[]> {
  const facts: RoleFacts[] = []
  for (const roleId of new Set(roleIds)) {
    const state = await load(handler, role, roleId)
    if (state.status !== 'defined') continue
    const { role: name, reach, permissions, parentRoleIds } = state
    const isCounted = name === SUPER_ADMIN || !isStartingRole(name)
    facts.push({ roleId, role: name, reach, permissions, parentRoleIds, isCounted })
  }
  return facts
}

/** Who gives roles or permissions, with what they hold now; somebody inactive or unknown holds nothing. */
export async function loadGranter(handler: Handler, userId: string): Promise<PersonWhoGrants> {
  const state = await load(handler, user, userId)
  const roleIds = isRegistered(state) && state.status === 'active' ? state.roles : []
  const facts = await loadRoleFacts(handler, roleIds)
  const isSuperAdmin = facts.some((held) => held.role === SUPER_ADMIN)
  return {
    kind: 'person',
    roleIds,
    permissions: [...effectivePermissions(facts), ...ownPermissions(facts)],
    isSuperAdmin,
  }
}

/** All that somebody's roles let people do, by the log; also what two steps of the payment chain take from them. */
export async function permissionsHeld(handler: Handler, state: User): Promise<readonly string[]> {
  const facts = await loadRoleFacts(handler, isRegistered(state) ? state.roles : [])
  return facts.flatMap(({ permissions }) => permissions)
}
