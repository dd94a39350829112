import { type Kysely, sql } from 'kysely'
import type { Permission } from '#domain/kernel/permissions.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import type { Database } from '#projections/read-models.ts'

/** What people call the roles that have a permission, in order. */
export async function rolesWith(db: Kysely<Database>, permission: Permission): Promise<string[]> {
  const roles = await db
    .selectFrom('role')
    .select('role')
    .where(sql<boolean>`${permission} = any(permissions)`)
    .execute()
  return roles.map(({ role }) => roleName(role)).sort()
}
