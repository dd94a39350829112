import { queryOptions } from '@tanstack/react-query'
import type { HospitalSummary, PaymentDetail } from '#api/money/contracts/payment.ts'
import { api } from '#web/shell/api-client.ts'
import type { Params } from '#web/shell/params.ts'

export const PAYMENTS = '/api/fanda/payment'
export const CONSOLIDATED = '/api/report/transactions/consolidated'
const SUMMARY = '/api/report/billing/summary/billings'

/** Billings per hospital under the list's own filter (its order and search do not matter here). */
export function hospitalSummaryQuery(filter: Params) {
  const { start_date, end_date, coe, is_drug, as_of, as_of_position } = filter
  const params = { start_date, end_date, coe, is_drug, as_of, as_of_position }
  return queryOptions({
    queryKey: [SUMMARY, params],
    queryFn: ({ signal }) => api.get<typeof HospitalSummary>(SUMMARY, { params, signal }),
    placeholderData: (before) => before,
  })
}

/** One payment with its transactions. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: [PAYMENTS, id],
    queryFn: ({ signal }) => api.get<typeof PaymentDetail>(`${PAYMENTS}/${encodeURIComponent(id)}`, { signal }),
  })
