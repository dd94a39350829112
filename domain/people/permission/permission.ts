import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import { isPermission, isUpperSnake } from '#domain/kernel/permissions.ts'
import type { PermissionEvent } from './events.ts'

type Named = { readonly permissionId: string; readonly permission: string; readonly description: string }
export type PermissionCommand = Command<'AddPermission', Named>
export type PermissionRefusal =
  'permission_name_not_upper_snake' | 'permission_is_built_in' | 'permission_already_added' | 'permission_unknown'

export type OwnPermission = { readonly status: 'none' | 'added' }

function decide(
  { data, by, at }: PermissionCommand,
  { status }: OwnPermission,
): Decision<PermissionEvent, PermissionRefusal> {
  if (status === 'added') return refuse('permission_already_added')
  if (!isUpperSnake(data.permission)) return refuse('permission_name_not_upper_snake')
  if (isPermission(data.permission)) return refuse('permission_is_built_in')
  return [{ type: 'PermissionAdded', data: { ...data, by, at } }]
}

/** Stream `permission-{id}`; the id derives from the name, so that a name is there once. None is ever taken away. */
export const permission: Decider<OwnPermission, PermissionCommand, PermissionEvent, PermissionRefusal> = {
  category: 'permission',
  initial: () => ({ status: 'none' }),
  decide,
  evolve: () => ({ status: 'added' }),
}
