import { queryOptions } from '@tanstack/react-query'
import type { output } from 'zod'
import type { RoleList } from '#api/people/contracts/role.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { api } from '#web/shell/api-client.ts'

export const ROLES = '/api/roles'

/** The roles that there are. */
export const rolesQuery = queryOptions({
  queryKey: [ROLES],
  queryFn: ({ signal }) => api.get<typeof RoleList>(ROLES, { signal }),
})

/** The roles as a select offers them. */
export const roleChoices = (list: output<typeof RoleList> | undefined) =>
  (list?.data ?? []).map(({ id, role }) => ({ value: id, label: roleName(role) }))
