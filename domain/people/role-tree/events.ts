import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Id } from '#domain/kernel/text.ts'
import type { Rights } from '#domain/kernel/rights.ts'

const edge = z.object({ roleId: Id, parentRoleId: Id, by: Id, at: Instant })

/** Stream `roleTree-all`: which role stands under which, as far as all of them must know. */
export const roleTreeEvents = { RolePlacedUnder: edge, RoleTakenFromUnder: edge }
export type RoleTreeEvent = EventsOf<typeof roleTreeEvents>

export const roleTreeRights: Rights<RoleTreeEvent> = {
  RolePlacedUnder: { permission: ['MANAGE_ROLE'] },
  RoleTakenFromUnder: { permission: ['MANAGE_ROLE'] },
}
