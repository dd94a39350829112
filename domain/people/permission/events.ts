import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Id, line, text } from '#domain/kernel/text.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/** Stream `permission-{id}`: one of the installation's own; those that the portal asks for are the code's. */
export const permissionEvents = {
  PermissionAdded: z.object({ permissionId: Id, permission: line(100), description: text(1_000), by: Id, at: Instant }),
}
export type PermissionEvent = EventsOf<typeof permissionEvents>

export const permissionRights: Rights<PermissionEvent> = { PermissionAdded: { permission: ['MANAGE_ROLE'] } }
