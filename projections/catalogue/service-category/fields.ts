import type { Fields } from '#projections/report/field.ts'

/** The categories of services, for those who administer them. */
export const CATEGORY_FIELDS = {
  category_name: { heading: 'Category name', kind: 'text', sortable: true, width: 272 },
  category_code: { heading: 'Category code', kind: 'code', sortable: true, width: 150 },
  services_count: { heading: 'Services', kind: 'count', total: true, width: 120 },
  roles: { heading: 'Roles', kind: 'text', about: 'Whose holders see and bill it, by comma; everybody when empty' },
  id: { heading: 'Id', kind: 'count', sortable: true, width: 90 },
  created_at: { heading: 'Created at', kind: 'instant', hidden: true },
  created_by: { heading: 'Created by', kind: 'text', hidden: true, about: 'Empty for what the portal began with' },
} as const satisfies Fields
