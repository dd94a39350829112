import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Id } from '#domain/kernel/text.ts'

const edge = z.object({ roleId: Id, parentRoleId: Id, by: Id, at: Instant })

/** Stream `roleTree-all`: which role stands under which, as far as all of them must know. */
export const roleTreeEvents = { RolePlacedUnder: edge, RoleTakenFromUnder: edge }
export type RoleTreeEvent = EventsOf<typeof roleTreeEvents>
