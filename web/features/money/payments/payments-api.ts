import { queryOptions } from '@tanstack/react-query'
import type { HospitalPeriod } from '#api/money/contracts/hospital-period.ts'
import type { HospitalSummary, PaymentDetail } from '#api/money/contracts/payment.ts'
import { api } from '#web/shell/api-client.ts'
import type { Params } from '#web/shell/params.ts'

export const PAYMENTS = '/api/fanda/payment'
export const CONSOLIDATED = '/api/report/transactions/consolidated'
export const HOSPITAL_PERIODS = '/api/report/payments/hospitals'
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

/** One hospital's period by month, under the list's filter. */
export function hospitalPeriodQuery(id: string, filter: Params) {
  const { start_date, end_date, as_of, as_of_position } = filter
  const params = { start_date, end_date, as_of, as_of_position }
  return queryOptions({
    queryKey: [HOSPITAL_PERIODS, id, params],
    queryFn: ({ signal }) =>
      api.get<typeof HospitalPeriod>(`${HOSPITAL_PERIODS}/${encodeURIComponent(id)}`, { params, signal }),
  })
}
