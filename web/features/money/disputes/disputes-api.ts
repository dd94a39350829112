import { queryOptions } from '@tanstack/react-query'
import type { Done } from '#api/contracts/done.ts'
import type { ReportTotals } from '#api/contracts/report.ts'
import type { EndDisputeBody, RaiseDisputeBody } from '#api/money/contracts/dispute.ts'
import { api } from '#web/shell/api-client.ts'

/** Disputes within the reader's reach; and of a hospital. */
export const DISPUTES = '/api/disputes'
export const disputesOf = (coeId: string): string => `/api/coes/${encodeURIComponent(coeId)}/disputes`

/** Holds a transaction up. */
export const raiseDispute = (body: RaiseDisputeBody, key: string) =>
  api.post<typeof Done>('/api/transactions/dispute', body, key)

/** Ends a dispute. */
export const endDispute = ({ id, ...body }: EndDisputeBody & { readonly id: string }, key: string) =>
  api.put<typeof Done>(`/api/transactions/dispute/${encodeURIComponent(id)}`, body, key)

/** How many disputes are open at a hospital, and of how much. */
export const openDisputesQuery = (coeId: string) =>
  queryOptions({
    queryKey: [disputesOf(coeId), 'open'],
    queryFn: ({ signal }) =>
      api.get<typeof ReportTotals>(`${disputesOf(coeId)}/totals`, { params: { status: 'open' }, signal }),
  })
