import { type RawBuilder, sql } from 'kysely'
import { ROLE_NAMES } from '#domain/kernel/role-names.ts'

/** What people call a role, as `roleName` says it, in a list that the database makes. */
export const roleNameSql = (role: RawBuilder<unknown>): RawBuilder<string> => sql<string>`
  coalesce(${JSON.stringify(ROLE_NAMES)}::jsonb ->> ${role},
    upper(left(${role}, 1)) || lower(replace(substr(${role}, 2), '_', ' ')))`
