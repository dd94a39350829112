import { queryOptions } from '@tanstack/react-query'
import type { CoeNotices } from '#api/catalogue/contracts/coe-notice.ts'
import { api } from './api-client.ts'
import { OF_THE_FRAME } from './shown-until.ts'

const COE_NOTICES = '/api/notification/coes'

/** A hospital's bank details on its screen. */
export const bankOf = (id: string): string => `/coes/${encodeURIComponent(id)}#bank`

/** What the bell and the home tell of bank details of hospitals, for those who administer them. */
export const coeNoticesQuery = queryOptions({
  queryKey: [COE_NOTICES],
  queryFn: ({ signal }) => api.get<typeof CoeNotices>(COE_NOTICES, { signal }),
  meta: OF_THE_FRAME,
  refetchInterval: 60_000,
})
