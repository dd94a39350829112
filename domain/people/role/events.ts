import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { PERMISSIONS } from '#domain/kernel/permissions.ts'
import { Id, line, text } from '#domain/kernel/text.ts'

/**
 * How far the holders of a role see: their own record, their own hospital, or everything (domain.md, Roles: scope).
 */
export const REACHES = ['self', 'hospital', 'all'] as const
export type Reach = (typeof REACHES)[number]

const stamp = z.object({ roleId: Id, by: Id, at: Instant })
const permission = stamp.extend({ permission: z.enum(PERMISSIONS) })
const parent = stamp.extend({ parentRoleId: Id })

/** Stream `role-{id}`. The holders of a parent role may give the role to people; no permission is inherited. */
export const roleEvents = {
  RoleDefined: stamp.extend({ role: line(100), description: text(1_000), reach: z.enum(REACHES) }),
  PermissionAttached: permission,
  PermissionDetached: permission,
  ParentRoleAttached: parent,
  ParentRoleDetached: parent,
}
export type RoleEvent = EventsOf<typeof roleEvents>
