import { z } from 'zod'
import { REACHES } from '#domain/people/role/events.ts'
import { HistoryEntry } from '#api/contracts/history.ts'
import { digits, Key, requiredLine } from '#api/contracts/input.ts'
import { shown } from '#api/contracts/done.ts'
import { MAX_COUNT } from '#domain/kernel/whole-number.ts'
import { text } from '#domain/kernel/text.ts'

/** A role as it stands in others: its id and its name. */
export const NamedRole = z.object({ id: z.string(), role: z.string() })
export type NamedRole = z.infer<typeof NamedRole>

/** GET /api/roles (E170; spec, Role): by name, each with what it lets people do and whose holders may give it. */
export const Role = NamedRole.extend({
  description: z.string(),
  reach: z.string().describe('How far its holders see: self, hospital or all'),
  permissions: z.array(
    z.object({ id: z.string().describe('Its name: permissions have no other id'), permission: z.string() }),
  ),
  role_parents: z.array(z.object({ id: z.string(), role_id: z.string(), parent_role_id: z.string() })),
})
export type Role = z.infer<typeof Role>
export const RoleList = z.object({ data: z.array(Role) })

/** GET /api/permissions (E171): what a role may let people do, the portal's own first; `id` is its name. */
export const PermissionList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      permission: z.string(),
      description: z.string().describe('What it lets people do, after "may"; of an own one, what was said of it'),
      is_built_in: z.boolean().describe('An own one opens menu items only'),
    }),
  ),
})
export type PermissionView = z.infer<typeof PermissionList>['data'][number]

/** POST /api/permissions (E174): one of the installation's own. */
export const PermissionBody = z.strictObject({
  permission: requiredLine(100, 'A permission is required'),
  description: text(1_000).trim().default(''),
})

/** POST /api/roles (E172). Without a reach it reaches as far as its parent. */
export const RoleBody = z.strictObject({
  role: requiredLine(100, 'A role name is required'),
  description: text(1_000).trim().default(''),
  parentRole: Key.nullish().describe('The id of the role whose holders give it to people'),
  reach: z.enum(REACHES).optional(),
})

/** POST /api/roles/parent (E177). */
export const ParentRoleBody = z.strictObject({ role_id: Key, parent_role_id: Key })

/** GET /api/roles/{id}: one role, also a deleted one, with who holds it and its history. */
export const RoleDetail = z.object({
  data: Role.extend({
    is_deleted: z.boolean(),
    parents: z.array(NamedRole),
    children: z.array(NamedRole).describe('Those that its holders may give to people'),
    holders_count: z.int().describe('At most 1,001: more are not counted'),
    holders: z
      .array(z.object({ id: z.string(), name: z.string(), status: z.string(), coe_name: z.string() }))
      .describe('The first hundred by name; none of a role of patients'),
    history: z.array(HistoryEntry),
  }),
})
export type RoleDetail = z.infer<typeof RoleDetail>['data']

/** GET /api/parent/roles (E150): the roles that the signed-in person may give to people. */
export const NamedRoleList = z.object({
  data: z.array(NamedRole.extend({ description: z.string(), reach: z.string() })),
})

/** POST /api/users/find: an e-mail, a phone number or part of a name. In the body: it names a person. */
export const PersonSearch = z.strictObject({ search: text(120).trim().min(2, 'Type at least two characters') })

/** Who was found within reach, by name; so many at most. */
export const PeopleFound = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      status: z.string(),
      coe_name: z.string(),
      roles: z.array(NamedRole),
    }),
  ),
})
export type PersonFound = z.infer<typeof PeopleFound>['data'][number]

/** Whose roles: their path. */
export const UserPath = z.object({ id: Key })

/** PATCH /api/users/{id}/roles (E157): all that they are to hold from now on, by the roles' ids. */
export const UserRolesBody = z.strictObject({
  roles: z.array(Key).max(100).min(1, 'You must select at least one role.'),
  user_id: Key.optional().describe('Whose, as the path says it'),
  revision: digits(0, MAX_COUNT).optional().describe('As it was read; left out, whatever has changed since'),
})

/** A person with their roles. */
const UserRoles = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  status: z.string(),
  coe_id: z.string().nullable(),
  roles: z.array(NamedRole),
  revision: z.int().describe('How often their roles have changed'),
})

export const UserRolesDetail = z.object({ data: UserRoles.extend({ history: z.array(HistoryEntry) }) })
export type UserRolesDetail = z.infer<typeof UserRolesDetail>['data']

export const UserRolesDone = z.object({ message: z.string(), data: UserRoles.extend(shown) })
