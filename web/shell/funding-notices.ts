import { queryOptions } from '@tanstack/react-query'
import type { FundingNotices } from '#api/money/contracts/funding.ts'
import { api } from './api-client.ts'
import { OF_THE_FRAME } from './shown-until.ts'

const FUNDING_NOTICES = '/api/notification/fundings'

/** The screen of the pool and the allocations. */
export const FUNDS = '/fmoh/finance-and-accounting/funds'

/** A movement of funds on its screen. */
export const fundingAt = (id: string): string => `${FUNDS}/${encodeURIComponent(id)}`

/** What the bell and the home tell of credits and allocations, for those who may be their second person. */
export const fundingNoticesQuery = queryOptions({
  queryKey: [FUNDING_NOTICES],
  queryFn: ({ signal }) => api.get<typeof FundingNotices>(FUNDING_NOTICES, { signal }),
  meta: OF_THE_FRAME,
  refetchInterval: 60_000,
})
