import { queryOptions } from '@tanstack/react-query'
import type { FundingNotices } from '#api/money/contracts/funding.ts'
import { api } from './api-client.ts'
import { OF_THE_FRAME } from './shown-until.ts'

const FUNDING_NOTICES = '/api/notification/fundings'

/** The screen of the pool and the allocations. */
export const FUNDS = '/fmoh/finance-and-accounting/funds'

/** A movement of funds on its screen. */
export const fundingAt = (id: string): string => `${FUNDS}/${encodeURIComponent(id)}`

type About = {
  readonly what: 'pool credit' | 'allocation' | 'patient funding'
  readonly benefactor: string | null
  readonly hospital: string | null
}

/** From whom or for whom a movement of funds is, after its amount. */
export function fundingAbout({ what, benefactor, hospital }: About): string {
  if (what === 'pool credit') return `from ${benefactor ?? ''} to the pool`
  return what === 'allocation' ? `from the pool to ${hospital ?? ''}` : `for a patient of ${hospital ?? ''}`
}

/** What the bell and the home tell of movements of funds, for those who may be their second person. */
export const fundingNoticesQuery = queryOptions({
  queryKey: [FUNDING_NOTICES],
  queryFn: ({ signal }) => api.get<typeof FundingNotices>(FUNDING_NOTICES, { signal }),
  meta: OF_THE_FRAME,
  refetchInterval: 60_000,
})
