import { type Asked, follows } from '#domain/kernel/follows.ts'
import type { RoleEvent } from './events.ts'
import { ANYONE } from './granting.ts'
import { type Role, role, type RoleCommand } from './role.ts'

function asked({ type, data }: RoleEvent, state: Role): Asked<RoleCommand> {
  switch (type) {
    case 'RoleDefined':
      return { type: 'DefineRole', data }
    case 'PermissionAttached':
      return { type: 'AttachPermission', data: { ...data, granter: ANYONE } }
    case 'PermissionDetached':
      return { type: 'DetachPermission', data: { ...data, granter: ANYONE } }
    case 'ParentRoleAttached':
      return { type: 'AttachParentRole', data: { ...data, granter: ANYONE } }
    case 'ParentRoleDetached':
      return { type: 'DetachParentRole', data: { ...data, granter: ANYONE } }
    case 'RoleTaken':
      return { type: 'TakeRole', data }
    case 'RoleLeft':
      return { type: 'LeaveRole', data }
    case 'RoleDeleted': {
      // Who of those who took it held it still is in their own streams.
      const free = state.status === 'defined' ? [...state.taken.keys()] : []
      return { type: 'DeleteRole', data: { ...data, free, granter: ANYONE } }
    }
  }
}

export const roleFollows = follows(role, asked, { named: ({ roleId }) => roleId })
