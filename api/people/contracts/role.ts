import { z } from 'zod'

/** A role as it stands in others: its id and its name. */
export const NamedRole = z.object({ id: z.string(), role: z.string() })
export type NamedRole = z.infer<typeof NamedRole>

/** GET /api/roles (E170; spec, Role): by name, each with what it lets people do and whose holders may give it. */
export const Role = NamedRole.extend({
  description: z.string(),
  permissions: z.array(
    z.object({ id: z.string().describe('Its name: permissions have no other id'), permission: z.string() }),
  ),
  role_parents: z.array(z.object({ id: z.string(), role_id: z.string(), parent_role_id: z.string() })),
})
export type Role = z.infer<typeof Role>
export const RoleList = z.object({ data: z.array(Role) })
