import { type Kysely, sql } from 'kysely'
import type { Permission } from '#domain/kernel/permissions.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import type { Reach } from '#domain/people/role/events.ts'
import type { Database } from '#projections/read-models.ts'

/** What people call the roles that have a permission, and that reach where one is said, in order. */
export async function rolesWith(db: Kysely<Database>, permission: Permission, reach?: Reach): Promise<string[]> {
  const holding = db
    .selectFrom('role')
    .select('role')
    .where(sql<boolean>`${permission} = any(permissions)`)
  const roles = await (reach === undefined ? holding : holding.where('reach', '=', reach)).execute()
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

/** Who has a permission at a hospital, but one person; by id, at most so many. Closed accounts have none. */
export async function othersAtHospitalWith(
  db: Kysely<Database>,
  permission: Permission,
  coeId: string,
  but: string,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from user_account u
     where u.status = 'active' and u.coe_id = ${coeId} and u.id <> ${but}
       and exists (select from role r where r.id = any(u.role_ids) and ${permission} = any(r.permissions))
     order by u.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
