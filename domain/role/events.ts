import { z } from 'zod'
import type { EventsOf } from '../kernel/event-table.ts'
import { PERMISSIONS } from '../kernel/permissions.ts'

/**
 * How far the holders of a role see: their own record, their own hospital, or everything (domain.md, Roles: scope).
 */
export const REACHES = ['self', 'hospital', 'all'] as const
export type Reach = (typeof REACHES)[number]

const stamp = z.object({ roleId: z.string(), by: z.string(), at: z.iso.datetime() })
const permission = stamp.extend({ permission: z.enum(PERMISSIONS) })
const parent = stamp.extend({ parentRoleId: z.string() })

/** Stream `role-{id}`. The holders of a parent role may give the role to people; no permission is inherited. */
export const roleEvents = {
  RoleDefined: stamp.extend({ role: z.string(), description: z.string(), reach: z.enum(REACHES) }),
  PermissionAttached: permission,
  PermissionDetached: permission,
  ParentRoleAttached: parent,
  ParentRoleDetached: parent,
}
export type RoleEvent = EventsOf<typeof roleEvents>
