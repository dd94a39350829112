import { queryOptions } from '@tanstack/react-query'
import type { Done } from '#api/contracts/done.ts'
import type { CategoryBody } from '#api/catalogue/contracts/category-body.ts'
import type { CategoryDetail } from '#api/catalogue/contracts/category.ts'
import { api } from '#web/shell/api-client.ts'

const CATEGORIES = '/api/service_categories'
/** The categories, as a list. */
export const CATEGORY_LIST = `${CATEGORIES}/list`

const pathOf = (id: number | string) => `${CATEGORIES}/${encodeURIComponent(id)}`

/** One category with its services and its history. */
export const categoryQuery = (id: string) =>
  queryOptions({
    queryKey: [CATEGORIES, 'one', id],
    queryFn: ({ signal }) => api.get<typeof CategoryDetail>(pathOf(id), { signal }),
  })

/** Adds a category, or changes the one with this id. */
export const saveCategory = ({ id, ...body }: CategoryBody & { id?: number }, key: string) =>
  id === undefined ? api.post<typeof Done>(CATEGORIES, body, key) : api.put<typeof Done>(pathOf(id), body, key)

export const deleteCategory = ({ id }: { id: number }, key: string) => api.delete<typeof Done>(pathOf(id), key)

type RoleOfCategory = { readonly id: number; readonly roleId: string }
const rolePath = ({ id, roleId }: RoleOfCategory) => `${pathOf(id)}/roles/${encodeURIComponent(roleId)}`

export const attachRole = (role: RoleOfCategory, key: string) => api.post<typeof Done>(rolePath(role), {}, key)

export const detachRole = (role: RoleOfCategory, key: string) => api.delete<typeof Done>(rolePath(role), key)
