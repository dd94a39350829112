import { queryOptions } from '@tanstack/react-query'
import type { BillingMonths, HospitalAnalytics, StageTotals } from '#api/money/contracts/analytics.ts'
import { api } from '#web/shell/api-client.ts'

/** The figures of the reader's hospital, of all hospitals for the ministry. */
export const figuresQuery = queryOptions({
  queryKey: ['/api/coes/analytics'],
  queryFn: ({ signal }) => api.get<typeof HospitalAnalytics>('/api/coes/analytics', { signal }),
})

export const monthsQuery = queryOptions({
  queryKey: ['/api/analytics/billing-months'],
  queryFn: ({ signal }) => api.get<typeof BillingMonths>('/api/analytics/billing-months', { signal }),
})

export const stagesQuery = queryOptions({
  queryKey: ['/api/analytics/stages'],
  queryFn: ({ signal }) => api.get<typeof StageTotals>('/api/analytics/stages', { signal }),
})
