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

/** Who has a permission and reaches everything, but one person; by id, at most so many. Closed accounts have none. */
export async function othersWith(
  db: Kysely<Database>,
  permission: Permission,
  but: string,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from user_account u
     where u.status = 'active' and u.coe_id is null and u.id <> ${but}
       and exists (select from role r
                    where r.id = any(u.role_ids) and r.reach = 'all' and ${permission} = any(r.permissions))
     order by u.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
