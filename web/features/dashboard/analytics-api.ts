import { queryOptions } from '@tanstack/react-query'
import { BillingMonths, HospitalAnalytics, StageTotals } from '../../../api/contracts/analytics.ts'
import { api } from '../../shell/api-client.ts'

/** The figures of the reader's hospital, of all hospitals for the ministry. */
export const figuresQuery = queryOptions({
  queryKey: ['/api/coes/analytics'],
  queryFn: ({ signal }) => api.get('/api/coes/analytics', HospitalAnalytics, { signal }),
})

export const monthsQuery = queryOptions({
  queryKey: ['/api/analytics/billing-months'],
  queryFn: ({ signal }) => api.get('/api/analytics/billing-months', BillingMonths, { signal }),
})

export const stagesQuery = queryOptions({
  queryKey: ['/api/analytics/stages'],
  queryFn: ({ signal }) => api.get('/api/analytics/stages', StageTotals, { signal }),
})
