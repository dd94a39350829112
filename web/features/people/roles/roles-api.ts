import { queryOptions } from '@tanstack/react-query'
import type { input } from 'zod'
import type { Done } from '#api/contracts/done.ts'
import type {
  ParentRoleBody,
  PermissionBody,
  PermissionList,
  RoleBody,
  RoleDetail,
} from '#api/people/contracts/role.ts'
import { api } from '#web/shell/api-client.ts'
import { ROLES } from './role-choices.ts'

const PERMISSIONS = '/api/permissions'
const pathOf = (id: string) => `${ROLES}/${encodeURIComponent(id)}`

/** One role with who holds it and its history. */
export const roleQuery = (id: string) =>
  queryOptions({
    queryKey: [ROLES, 'one', id],
    queryFn: ({ signal }) => api.get<typeof RoleDetail>(pathOf(id), { signal }),
  })

/** What a role may let people do, in words. */
export const permissionsQuery = queryOptions({
  queryKey: [PERMISSIONS],
  queryFn: ({ signal }) => api.get<typeof PermissionList>(PERMISSIONS, { signal }),
})

export const createRole = (body: input<typeof RoleBody>, key: string) => api.post<typeof Done>(ROLES, body, key)

export const deleteRole = ({ id }: { id: string }, key: string) => api.delete<typeof Done>(pathOf(id), key)

export const addPermission = (body: input<typeof PermissionBody>, key: string) =>
  api.post<typeof Done>(PERMISSIONS, body, key)

/** Attaches a permission to a role, or detaches it. */
export type RightChange = { readonly roleId: string; readonly permission: string; readonly isGiven: boolean }
export const changeRight = ({ roleId, permission, isGiven }: RightChange, key: string) => {
  const path = `${pathOf(roleId)}/permissions/${encodeURIComponent(permission)}`
  return isGiven ? api.post<typeof Done>(path, {}, key) : api.delete<typeof Done>(path, key)
}

type Parent = input<typeof ParentRoleBody>
export const attachParent = (body: Parent, key: string) => api.post<typeof Done>(`${ROLES}/parent`, body, key)
export const detachParent = ({ role_id: roleId, parent_role_id: parentId }: Parent, key: string) =>
  api.delete<typeof Done>(`/api/parent/roles/${encodeURIComponent(parentId)}/${encodeURIComponent(roleId)}`, key)
