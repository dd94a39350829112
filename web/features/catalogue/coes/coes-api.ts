import { queryOptions } from '@tanstack/react-query'
import type { input } from 'zod'
import type { CoeBankBody, EditCoeBody, NewCoeBody } from '#api/catalogue/contracts/coe-body.ts'
import type { CoeAnswer } from '#api/catalogue/contracts/coe.ts'
import type { States } from '#api/catalogue/contracts/reference.ts'
import type { Done } from '#api/contracts/done.ts'
import { api } from '#web/shell/api-client.ts'

const COES = '/api/coes'
/** The hospitals with their figures, as a list. */
export const COE_LIST = `${COES}/list`

const pathOf = (id: string) => `${COES}/${encodeURIComponent(id)}`

/** One hospital with where it is paid, and its history. */
export const coeQuery = (id: string) =>
  queryOptions({
    queryKey: [COES, 'one', id],
    queryFn: ({ signal }) => api.get<typeof CoeAnswer>(pathOf(id), { signal }),
  })

/** The states, which do not change. */
export const statesQuery = queryOptions({
  queryKey: ['/api/states'],
  queryFn: ({ signal }) => api.get<typeof States>('/api/states', { signal }),
  staleTime: Infinity,
})

export const createCoe = (body: input<typeof NewCoeBody>, key: string) => api.post<typeof Done>(COES, body, key)

export const editCoe = ({ id, ...body }: input<typeof EditCoeBody> & { id: string }, key: string) =>
  api.put<typeof Done>(pathOf(id), body, key)

/** Deactivates it for a reason, or activates it again. */
export const changeStatus = ({ id, reason }: { id: string; reason?: string }, key: string) =>
  reason === undefined
    ? api.post<typeof Done>(`${pathOf(id)}/activate`, {}, key)
    : api.post<typeof Done>(`${pathOf(id)}/deactivate`, { reason }, key)

export const giveBank = ({ id, ...body }: CoeBankBody & { id: string }, key: string) =>
  api.post<typeof Done>(`${pathOf(id)}/bank`, body, key)

type Answer = { readonly id: string; readonly proposal: string; readonly to: 'confirm' | 'withdraw' | 'decline' }
/** What becomes of bank details that wait; a reason where they are declined. */
export const answerBank = ({ id, to, ...body }: Answer & { readonly reason?: string }, key: string) =>
  api.post<typeof Done>(`${pathOf(id)}/bank/${to}`, body, key)
