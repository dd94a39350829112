import { queryOptions } from '@tanstack/react-query'
import type {
  ConfirmResetBody,
  DeclineResetBody,
  EnrolBody,
  EnrolmentOffer,
  FactorOfPerson,
  FactorRemoved,
  LoginFactorBody,
  OwnCodeBody,
  OwnFactor,
  RecoveryCodes,
  ResetBody,
} from '#api/people/contracts/second-factor.ts'
import type { Done } from '#api/contracts/done.ts'
import type { SignedInAnswer } from '#api/people/contracts/session.ts'
import { api } from '#web/shell/api-client.ts'
import { newKey } from '#web/shell/submitting.ts'

const OWN = '/api/second_factor'

/** The person's own second factor. */
export const ownFactorQuery = queryOptions({
  queryKey: [OWN],
  queryFn: ({ signal }) => api.get<typeof OwnFactor>(OWN, { signal }),
})

/**
 * A secret to bring into a phone; another one each time that a form of it is opened, the same as long as it is. `token`: of
 * whoever is signing in and needs one; left out, they are signed in.
 */
export const offerQuery = (token?: string) =>
  queryOptions({
    queryKey: ['second-factor-offer', token ?? ''],
    queryFn: () =>
      token === undefined
        ? api.post<typeof EnrolmentOffer>(`${OWN}/enrolment`, {}, newKey())
        : api.post<typeof EnrolmentOffer>('/api/login/second_factor/enrolment', { token }, newKey()),
    staleTime: Infinity,
    gcTime: 0,
  })

/** The other half of a sign-in. */
export const finishSignIn = (body: LoginFactorBody, key: string) =>
  api.post<typeof SignedInAnswer>('/api/login/second_factor', body, key)

export const enrolFactor = (body: EnrolBody, key: string) => api.post<typeof RecoveryCodes>(OWN, body, key)

export const replaceCodes = (body: OwnCodeBody, key: string) =>
  api.post<typeof RecoveryCodes>(`${OWN}/recovery_codes`, body, key)

export const removeFactor = (body: OwnCodeBody, key: string) =>
  api.post<typeof FactorRemoved>(`${OWN}/remove`, body, key)

/** Stops the reset of the own one. */
export const declineOwnReset = (body: DeclineResetBody, key: string) =>
  api.post<typeof Done>(`${OWN}/reset/decline`, body, key)

const pathOf = (id: string) => `/api/users/${encodeURIComponent(id)}/second_factor`

/** Another person's, for administrators. */
export const factorOfQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/users', id, 'second_factor'],
    queryFn: ({ signal }) => api.get<typeof FactorOfPerson>(pathOf(id), { signal }),
  })

type Of<T> = T & { readonly id: string }
export const askReset = ({ id, ...body }: Of<ResetBody>, key: string) =>
  api.post<typeof Done>(`${pathOf(id)}/reset`, body, key)
export const confirmReset = ({ id, ...body }: Of<ConfirmResetBody>, key: string) =>
  api.post<typeof Done>(`${pathOf(id)}/reset/confirm`, body, key)
export const declineReset = ({ id, ...body }: Of<DeclineResetBody>, key: string) =>
  api.post<typeof Done>(`${pathOf(id)}/reset/decline`, body, key)
