import type { Reach } from '#domain/people/role/events.ts'
import type { RoleRow } from '#projections/people/role/role.ts'
import type { Role } from '#api/people/contracts/role.ts'

/** How far a role sees, after "see". */
export const REACH_IN_WORDS: Readonly<Record<Reach, string>> = {
  self: 'their own record',
  hospital: 'their own hospital',
  all: 'everything',
}

/** A role as it goes over the wire (spec, Role). */
export const roleView = (row: RoleRow): Role => ({
  id: row.id,
  role: row.role,
  description: row.description,
  reach: row.reach,
  permissions: row.permissions.map((permission) => ({ id: permission, permission })),
  role_parents: row.parent_role_ids.map((parent) => ({
    ...{ id: `${row.id}:${parent}`, role_id: row.id, parent_role_id: parent },
  })),
})
