import { queryOptions } from '@tanstack/react-query'
import type { DisputeNotices } from '#api/money/contracts/dispute-notice.ts'
import { api } from './api-client.ts'
import { OF_THE_FRAME } from './shown-until.ts'

const DISPUTE_NOTICES = '/api/notification/disputes'

/** What the bell tells both sides of disputes. */
export const disputeNoticesQuery = queryOptions({
  queryKey: [DISPUTE_NOTICES],
  queryFn: ({ signal }) => api.get<typeof DisputeNotices>(DISPUTE_NOTICES, { signal }),
  meta: OF_THE_FRAME,
  refetchInterval: 60_000,
})
