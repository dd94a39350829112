import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { type EventsOf, withFacts } from '#domain/kernel/event-table.ts'
import { Id, line, text } from '#domain/kernel/text.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/**
 * How far the holders of a role see: their own record, their own hospital, or everything (domain.md, Roles: scope).
 */
export const REACHES = ['self', 'hospital', 'all'] as const
export type Reach = (typeof REACHES)[number]

const stamp = z.object({ roleId: Id, by: Id, at: Instant })
const permission = withFacts(stamp.extend({ permission: line(100) }), {
  // 1 to 2: only what the portal itself asks for was a permission; now it may be one of the installation's own.
  upcasters: [(data) => ({ ...data })],
})
const parent = stamp.extend({ parentRoleId: Id })
const holder = stamp.extend({ userId: Id, request: Id })

/** Stream `role-{id}`. The holders of a parent role may give the role to people; no permission is inherited. */
export const roleEvents = {
  RoleDefined: stamp.extend({ role: line(100), description: text(1_000), reach: z.enum(REACHES) }),
  PermissionAttached: permission,
  PermissionDetached: permission,
  ParentRoleAttached: parent,
  ParentRoleDetached: parent,
  /** Somebody is given it by this request, as their own stream says: from here on it is not deleted under them. */
  RoleTaken: holder,
  /** Somebody loses it by this request: from here on they take it from nobody else. */
  RoleLeft: holder,
  RoleDeleted: stamp,
}
export type RoleEvent = EventsOf<typeof roleEvents>

export const roleRights: Rights<RoleEvent> = {
  RoleDefined: { permission: ['MANAGE_ROLE'], system: 'always' },
  PermissionAttached: { permission: ['MANAGE_ROLE'], system: 'always' },
  PermissionDetached: { permission: ['MANAGE_ROLE'] },
  ParentRoleAttached: { permission: ['MANAGE_ROLE'], system: 'always' },
  ParentRoleDetached: { permission: ['MANAGE_ROLE'] },
  RoleTaken: { follows: ['UserRegistered', 'UserRolesAsked'] },
  RoleLeft: { follows: ['UserRolesAsked'] },
  RoleDeleted: { permission: ['MANAGE_ROLE'] },
}
