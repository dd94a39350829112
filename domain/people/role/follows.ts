import { type Asked, follows } from '#domain/kernel/follows.ts'
import type { RoleEvent } from './events.ts'
import { ANYONE } from './granting.ts'
import { role, type RoleCommand } from './role.ts'

function asked({ type, data }: RoleEvent): Asked<RoleCommand> {
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
  }
}

export const roleFollows = follows(role, asked, { named: ({ roleId }) => roleId })
