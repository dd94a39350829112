import { queryOptions } from '@tanstack/react-query'
import type { input } from 'zod'
import type {
  NamedRoleList,
  PeopleFound,
  UserRolesBody,
  UserRolesDetail,
  UserRolesDone,
} from '#api/people/contracts/role.ts'
import { api } from '#web/shell/api-client.ts'
import { newKey } from '#web/shell/submitting.ts'

const pathOf = (id: string) => `/api/users/${encodeURIComponent(id)}/roles`

/** The people whom a text names. It goes in the body, and is forgotten with the screen: it names a person. */
export const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: ['/api/users/find', search],
    queryFn: () => api.post<typeof PeopleFound>('/api/users/find', { search }, newKey()),
    enabled: search !== '',
    gcTime: 0,
    retry: false,
  })

/** One person with their roles and what became of them. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/users', id, 'roles'],
    queryFn: ({ signal }) => api.get<typeof UserRolesDetail>(pathOf(id), { signal }),
  })

/** The roles that the signed-in person may give. */
export const assignableQuery = queryOptions({
  queryKey: ['/api/parent/roles'],
  queryFn: ({ signal }) => api.get<typeof NamedRoleList>('/api/parent/roles', { signal }),
})

type Change = input<typeof UserRolesBody> & { readonly id: string }
export const changeRoles = ({ id, ...body }: Change, key: string) =>
  api.patch<typeof UserRolesDone>(pathOf(id), body, key)
