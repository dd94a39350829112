import { type Command, type Decider, type Decision, type Refusal, refuse } from '#domain/kernel/decider.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import type { Reach, RoleEvent } from './events.ts'
import { chainStepsIn, type Granter, mayGrant, type RoleFacts, SUPER_ADMIN } from './granting.ts'

type Id = { readonly roleId: string }
/** `granter` is who asks, with what they hold now. */
type Grant = Id & { readonly granter: Granter }
export type RoleCommand =
  | Command<'DefineRole', Id & { readonly role: string; readonly description: string; readonly reach: Reach }>
  | Command<'AttachPermission', Grant & { readonly permission: Permission }>
  | Command<'DetachPermission', Grant & { readonly permission: Permission }>
  | Command<'AttachParentRole', Grant & { readonly parentRoleId: string }>
  | Command<'DetachParentRole', Grant & { readonly parentRoleId: string }>

export type RoleRefusal =
  | 'role_unknown'
  | 'role_already_defined'
  | 'role_name_not_upper_snake'
  | 'role_is_own'
  | 'role_permission_beyond_own'
  | 'role_two_chain_steps'
  | 'role_super_admin_takes_no_step'

export type Role =
  | { readonly status: 'none' }
  | (Omit<RoleFacts, 'roleId'> & { readonly status: 'defined'; readonly description: string })
type Defined = Extract<Role, { readonly status: 'defined' }>

function decide(command: RoleCommand, role: Role): Decision<RoleEvent, RoleRefusal> {
  const stamp = { roleId: command.data.roleId, by: command.by, at: command.at }
  if (command.type === 'DefineRole') {
    const { role: name, description, reach } = command.data
    if (role.status !== 'none') {
      const isKnown = role.role === name && role.description === description && role.reach === reach
      return isKnown ? [] : refuse('role_already_defined')
    }
    if (!/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name)) return refuse('role_name_not_upper_snake')
    return [{ type: 'RoleDefined', data: { ...stamp, role: name, description, reach } }]
  }
  if (role.status === 'none') return refuse('role_unknown')
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
      return [{ type: 'PermissionDetached', data: { ...stamp, permission } }]
    }
    case 'AttachParentRole': {
      const { parentRoleId } = command.data
      if (role.parentRoleIds.includes(parentRoleId)) return []
      return [{ type: 'ParentRoleAttached', data: { ...stamp, parentRoleId } }]
    }
    case 'DetachParentRole': {
      const { parentRoleId } = command.data
      if (!role.parentRoleIds.includes(parentRoleId)) return []
      return [{ type: 'ParentRoleDetached', data: { ...stamp, parentRoleId } }]
    }
  }
}

function checkPermission(permission: Permission, role: Defined, granter: Granter): Refusal<RoleRefusal> | undefined {
  if (!mayGrant(granter, permission)) return refuse('role_permission_beyond_own', { permission })
  const steps = chainStepsIn([...role.permissions, permission])
  if (role.role === SUPER_ADMIN && steps.length > 0) return refuse('role_super_admin_takes_no_step', { steps })
  return steps.length > 1 ? refuse('role_two_chain_steps', { steps }) : undefined
}

function evolve(role: Role, { type, data }: RoleEvent): Role {
  if (type === 'RoleDefined') {
    const { role: name, description, reach } = data
    return { status: 'defined', role: name, description, reach, permissions: [], parentRoleIds: [] }
  }
  if (role.status === 'none') return role
  const { permissions, parentRoleIds } = role
  switch (type) {
    case 'PermissionAttached':
      return { ...role, permissions: [...without(permissions, data.permission), data.permission] }
    case 'PermissionDetached':
      return { ...role, permissions: without(permissions, data.permission) }
    case 'ParentRoleAttached':
      return { ...role, parentRoleIds: [...without(parentRoleIds, data.parentRoleId), data.parentRoleId] }
    case 'ParentRoleDetached':
      return { ...role, parentRoleIds: without(parentRoleIds, data.parentRoleId) }
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
