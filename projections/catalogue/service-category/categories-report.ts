import { hasWords } from '#projections/folded-search.ts'
import { sql } from 'kysely'
import { columnsOf, type Report } from '#projections/report/report.ts'
import { role } from '#projections/people/role/role.ts'
import { roleNameSql } from '#projections/people/role/role-name.ts'
import { staffNames } from '#projections/people/user-account/staff-names.ts'
import { CATEGORY_FIELDS } from './fields.ts'
import { serviceCategory } from './service-category.ts'

/** Which categories: part of a name or a code; those to which a role, by its id, is attached. */
export type CategoryFilter = { readonly search?: string | undefined; readonly role?: string | undefined }

/** The categories of services, for those who administer them (spec, S096). */
export const categoriesReport: Report<CategoryFilter> = {
  name: 'service-categories',
  models: ['role', 'service_category', 'staff_name'],
  key: sql`c.id::text`,
  defaultSort: { column: 'category_name', descending: false },
  columns: columnsOf(
    CATEGORY_FIELDS,
    {
      category_name: sql`c.name`,
      id: sql`c.id`,
      category_code: sql`c.code`,
      services_count: sql`c.services`,
      roles: sql`coalesce(r.names, '')`,
      created_at: sql`c.created_at`,
      created_by: sql`coalesce(u.name, '')`,
    },
    { category_name: sql`c.name_key` },
  ),
  from: (moment) => sql`
    ${moment.rowsOf(serviceCategory)} c
    left join lateral (
      select string_agg(${roleNameSql(sql`role`)}, ', ' order by ${roleNameSql(sql`role`)}) as names from ${moment.rowsOf(role)} held where id = any(c.role_ids)
    ) r on true
    left join ${staffNames(moment)} u on u.id = c.by`,
  where: ({ search = '', role: roleId = '' }) => [
    sql`not c.is_deleted`,
    ...(search === '' ? [] : [hasWords(sql`(c.name_key || ' ' || lower(c.code collate "C"))`, search)]),
    ...(roleId === '' ? [] : [sql`${roleId} = any(c.role_ids)`]),
  ],
}
