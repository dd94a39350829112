import { type Command, type Decider, type Decision, type Refusal, refuse } from '#domain/kernel/decider.ts'
import { isUpperSnake } from '#domain/kernel/permissions.ts'
import type { Reach, RoleEvent } from './events.ts'
import { chainStepsIn, type Granter, mayGrant, type RoleFacts, SUPER_ADMIN } from './granting.ts'
import { isStartingRole } from './starting-roles.ts'

type Id = { readonly roleId: string }
/** `granter` is who asks, with what they hold now. */
type Grant = Id & { readonly granter: Granter }
/** `request` is the change of the person's roles that asks for it (domain/people/user/user.ts). */
type OfHolder = Id & { readonly userId: string; readonly request: string }
export type RoleCommand =
  | Command<
      'DefineRole',
      Id & {
        readonly role: string
        readonly description: string
        readonly reach: Reach
        readonly parentRoleId?: string | undefined
      }
    >
  | Command<'AttachPermission', Grant & { readonly permission: string }>
  | Command<'DetachPermission', Grant & { readonly permission: string }>
  | Command<'AttachParentRole', Grant & { readonly parentRoleId: string }>
  | Command<'DetachParentRole', Grant & { readonly parentRoleId: string }>
  | Command<'TakeRole', OfHolder>
  | Command<'LeaveRole', OfHolder>
  /** `free` are the requests of those who took it and neither hold it any more nor will. */
  | Command<'DeleteRole', Grant & { readonly free: readonly string[] }>

export type RoleRefusal =
  | 'role_unknown'
  | 'role_already_defined'
  | 'role_name_not_upper_snake'
  | 'role_is_own'
  | 'role_permission_beyond_own'
  | 'role_beyond_own'
  | 'role_two_chain_steps'
  | 'role_super_admin_takes_no_step'
  | 'role_keeps_administration'
  | 'role_giver_left'
  | 'role_is_starting'
  | 'role_is_held'

export type Role =
  | { readonly status: 'none' | 'deleted' }
  | (Pick<RoleFacts, 'role' | 'reach' | 'permissions' | 'parentRoleIds'> & {
      readonly status: 'defined'
      readonly description: string
      /** Who took it, by the request that gave it to them. */
      readonly taken: ReadonlyMap<string, string>
      /** Who left it, and has not been given it since. */
      readonly left: ReadonlySet<string>
    })
type Defined = Extract<Role, { readonly status: 'defined' }>

function decide(command: RoleCommand, role: Role): Decision<RoleEvent, RoleRefusal> {
  const stamp = { roleId: command.data.roleId, by: command.by, at: command.at }
  if (command.type === 'DefineRole') return define(command, role)
  if (role.status === 'deleted' && command.type === 'DeleteRole') return []
  if (role.status !== 'defined') return refuse('role_unknown')
  if (command.type === 'TakeRole') {
    const { userId, request } = command.data
    return role.taken.has(request) ? [] : [{ type: 'RoleTaken', data: { ...stamp, userId, request } }]
  }
  if (command.type === 'LeaveRole') {
    const { userId, request } = command.data
    if (role.left.has(userId)) return []
    // Two who take it from one another at once: the second has lost it.
    if (role.left.has(command.by)) return refuse('role_giver_left')
    return [{ type: 'RoleLeft', data: { ...stamp, userId, request } }]
  }
  const { granter, roleId } = command.data
  // domain.md, Roles: nobody changes their own roles; what a role may do is part of that.
  if (granter.kind === 'person' && granter.roleIds.includes(roleId)) return refuse('role_is_own')
  switch (command.type) {
    case 'AttachPermission': {
      const { permission } = command.data
      if (role.permissions.includes(permission)) return []
      return (
        checkPermission(permission, role, granter) ?? [{ type: 'PermissionAttached', data: { ...stamp, permission } }]
      )
    }
    case 'DetachPermission': {
      const { permission } = command.data
      if (!role.permissions.includes(permission)) return []
      if (!mayGrant(granter, permission)) return refuse('role_permission_beyond_own', { permission })
      if (role.role === SUPER_ADMIN && permission === 'MANAGE_ROLE') return refuse('role_keeps_administration')
      return [{ type: 'PermissionDetached', data: { ...stamp, permission } }]
    }
    case 'AttachParentRole': {
      const { parentRoleId } = command.data
      if (role.parentRoleIds.includes(parentRoleId)) return []
      return beyondOwn(role, granter) ?? [{ type: 'ParentRoleAttached', data: { ...stamp, parentRoleId } }]
    }
    case 'DetachParentRole': {
      const { parentRoleId } = command.data
      if (!role.parentRoleIds.includes(parentRoleId)) return []
      return beyondOwn(role, granter) ?? [{ type: 'ParentRoleDetached', data: { ...stamp, parentRoleId } }]
    }
    case 'DeleteRole': {
      if (isStartingRole(role.role)) return refuse('role_is_starting')
      const holders = [...role.taken].filter(([request]) => !command.data.free.includes(request))
      if (holders.length > 0) return refuse('role_is_held', { people: new Set(holders.map(([, user]) => user)).size })
      return beyondOwn(role, granter) ?? [{ type: 'RoleDeleted', data: stamp }]
    }
  }
}

function define(
  { data, by, at }: Extract<RoleCommand, { readonly type: 'DefineRole' }>,
  role: Role,
): Decision<RoleEvent, RoleRefusal> {
  const { roleId, role: name, description, reach, parentRoleId } = data
  if (role.status === 'defined') {
    const isKnown = role.role === name && role.description === description && role.reach === reach
    const isUnder = parentRoleId === undefined || role.parentRoleIds.includes(parentRoleId)
    return isKnown && isUnder ? [] : refuse('role_already_defined')
  }
  if (!isUpperSnake(name)) return refuse('role_name_not_upper_snake')
  const stamp = { roleId, by, at }
  const defined: RoleEvent = { type: 'RoleDefined', data: { ...stamp, role: name, description, reach } }
  return parentRoleId === undefined
    ? [defined]
    : [defined, { type: 'ParentRoleAttached', data: { ...stamp, parentRoleId } }]
}

function checkPermission(permission: string, role: Defined, granter: Granter): Refusal<RoleRefusal> | undefined {
  if (!mayGrant(granter, permission)) return refuse('role_permission_beyond_own', { permission })
  const steps = chainStepsIn([...role.permissions, permission])
  if (role.role === SUPER_ADMIN && steps.length > 0) return refuse('role_super_admin_takes_no_step', { steps })
  return steps.length > 1 ? refuse('role_two_chain_steps', { steps }) : undefined
}

/** Who gives a role, or that there is one, is said by those who hold all that it lets people do: else anybody gave themselves more. */
function beyondOwn({ permissions }: Defined, granter: Granter): Refusal<RoleRefusal> | undefined {
  const beyond = permissions.find((permission) => !mayGrant(granter, permission))
  return beyond === undefined ? undefined : refuse('role_beyond_own', { permission: beyond })
}

function evolve(role: Role, { type, data }: RoleEvent): Role {
  if (type === 'RoleDefined') {
    const { role: name, description, reach } = data
    const nobody = { permissions: [], parentRoleIds: [], taken: new Map(), left: new Set<string>() }
    return { status: 'defined', role: name, description, reach, ...nobody }
  }
  if (role.status !== 'defined') return role
  const { permissions, parentRoleIds, taken, left } = role
  switch (type) {
    case 'PermissionAttached':
      return { ...role, permissions: [...without(permissions, data.permission), data.permission] }
    case 'PermissionDetached':
      return { ...role, permissions: without(permissions, data.permission) }
    case 'ParentRoleAttached':
      return { ...role, parentRoleIds: [...without(parentRoleIds, data.parentRoleId), data.parentRoleId] }
    case 'ParentRoleDetached':
      return { ...role, parentRoleIds: without(parentRoleIds, data.parentRoleId) }
    case 'RoleTaken': {
      const stillLeft = new Set([...left].filter((userId) => userId !== data.userId))
      return { ...role, taken: new Map(taken).set(data.request, data.userId), left: stillLeft }
    }
    case 'RoleLeft': {
      const others = [...taken].filter(([, userId]) => userId !== data.userId)
      return { ...role, taken: new Map(others), left: new Set(left).add(data.userId) }
    }
    case 'RoleDeleted':
      return { status: 'deleted' }
  }
}

const without = <T>(list: readonly T[], item: T): readonly T[] => list.filter((other) => other !== item)

/** Stream `role-{id}`; the id derives from the role's name, so that a name is there once. */
export const role: Decider<Role, RoleCommand, RoleEvent, RoleRefusal> = {
  category: 'role',
  initial: () => ({ status: 'none' }),
  decide,
  evolve,
}
