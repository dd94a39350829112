import { queryOptions } from '@tanstack/react-query'
import type { ResetNotices } from '#api/people/contracts/second-factor.ts'
import { api } from './api-client.ts'
import { OF_THE_FRAME } from './shown-until.ts'

const RESET_NOTICES = '/api/notification/factor_resets'

/** A person's second factor, where its reset is confirmed or declined. */
export const factorAt = (id: string): string => `/users/roles/${encodeURIComponent(id)}#factor`

/** What the bell and the home tell of lost phones, for those who may be the second administrator. */
export const resetNoticesQuery = queryOptions({
  queryKey: [RESET_NOTICES],
  queryFn: ({ signal }) => api.get<typeof ResetNotices>(RESET_NOTICES, { signal }),
  meta: OF_THE_FRAME,
  refetchInterval: 60_000,
})
