import { type Asked, follows } from '#domain/kernel/follows.ts'
import type { PermissionEvent } from './events.ts'
import { permission, type PermissionCommand } from './permission.ts'

const asked = ({ data }: PermissionEvent): Asked<PermissionCommand> => ({ type: 'AddPermission', data })

export const permissionFollows = follows(permission, asked, {
  named: ({ permissionId }) => permissionId,
})
