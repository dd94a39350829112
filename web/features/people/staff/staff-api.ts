import { queryOptions } from '@tanstack/react-query'
import type { input } from 'zod'
import type { CodeAsked, CodeBody, CodeRight } from '#api/people/contracts/account.ts'
import type { Done } from '#api/contracts/done.ts'
import type { StaffBody, StaffEditBody, UserHospitalBody } from '#api/people/contracts/staff-body.ts'
import type { PeoplePage, PersonDetail, StaffCreated, UserLookup } from '#api/people/contracts/staff.ts'
import { api } from '#web/shell/api-client.ts'
import type { Params } from '#web/shell/params.ts'
import { newKey } from '#web/shell/submitting.ts'

/** A page of a list of people. What was searched for is in the call's address, and forgotten with the screen. */
export const peopleQuery = (path: string, params: Params, search: string) =>
  queryOptions({
    queryKey: [path, 'people', params, search],
    queryFn: ({ signal }) =>
      api.get<typeof PeoplePage>(search === '' ? path : `${path}/search/${encodeURIComponent(search)}`, {
        params,
        signal,
      }),
    placeholderData: (before) => before,
    ...(search === '' ? {} : { gcTime: 0 }),
  })

const pathOf = (id: string) => `/api/users/${encodeURIComponent(id)}`

/** One person with what became of them. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/users', 'one', id],
    queryFn: ({ signal }) => api.get<typeof PersonDetail>(pathOf(id), { signal }),
  })

/** Where somebody of each kind is created. */
export const CREATED_AT = {
  user: '/api/users',
  helpDesk: '/api/sadmin/coehelpdeskstaffs',
  chfAdmin: '/api/sadmin/chfstaffs',
} as const
export type Kind = keyof typeof CREATED_AT

/** Creates somebody; the fields that a kind does not ask for are left out. */
export const createStaff = ({ kind, ...body }: Partial<input<typeof StaffBody>> & { kind: Kind }, key: string) =>
  api.post<typeof StaffCreated>(CREATED_AT[kind], body, key)

export const askStaffCode = (_: object, key: string) => api.post<typeof CodeAsked>('/api/token/create', {}, key)

type Edit = { readonly id: string; readonly code: CodeBody; readonly details: input<typeof StaffEditBody> }

/** Shows the code, and changes the details by it. */
export async function editStaff({ id, code, details }: Edit, key: string) {
  await api.post<typeof CodeRight>('/api/token/verify', code, newKey())
  return api.put<typeof Done>(`/api/coeadmin/staff/${encodeURIComponent(id)}`, details, key)
}

export const changeStatus = ({ id, to }: { id: string; to: 'activate' | 'deactivate' }, key: string) =>
  api.post<typeof Done>(`${pathOf(id)}/${to}`, {}, key)

export const inviteAgain = ({ id }: { id: string }, key: string) =>
  api.post<typeof Done>(`${pathOf(id)}/invitation`, {}, key)

export const changeHospital = (body: input<typeof UserHospitalBody>, key: string) =>
  api.put<typeof Done>('/api/users/', body, key)

export const lookUp = (body: { email: string }, key: string) =>
  api.post<typeof UserLookup>('/api/users/lookup', body, key)

export const verifyEmailOf = ({ id }: { id: string }, key: string) =>
  api.put<typeof Done>(pathOf(id), { email_verified_at: new Date().toISOString() }, key)
