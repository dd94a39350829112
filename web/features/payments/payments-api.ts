import { queryOptions } from '@tanstack/react-query'
import { CoeList, HospitalSummary, PaymentDetail, PaymentRow } from '../../../api/contracts/payment.ts'
import { reportPage } from '../../../api/contracts/report.ts'
import { TransactionRow } from '../../../api/contracts/transaction.ts'
import { api } from '../../shell/api-client.ts'
import type { Params } from '../../shell/params.ts'

export const PAYMENTS = '/api/fanda/payment'
export const CONSOLIDATED = '/api/report/transactions/consolidated'
const SUMMARY = '/api/report/billing/summary/billings'

export const paymentPage = reportPage(PaymentRow)
export const transactionPage = reportPage(TransactionRow)

/** What a step of the chain changes: read again after it. */
export const CHANGED_BY_CHAIN = [[PAYMENTS], [CONSOLIDATED], [SUMMARY], ['/api/transactions'], ['uimenu']] as const

/** The hospitals, for choices; they hardly ever change. */
export const coesQuery = queryOptions({
  queryKey: ['/api/coes'],
  queryFn: ({ signal }) => api.get('/api/coes', CoeList, { signal }),
  staleTime: 300_000,
})

/** Billings per hospital under the list's own filter (its order and search do not matter here). */
export function hospitalSummaryQuery(filter: Params) {
  const { start_date, end_date, coe, is_drug, as_of, as_of_position } = filter
  const params = { start_date, end_date, coe, is_drug, as_of, as_of_position }
  return queryOptions({
    queryKey: [SUMMARY, params],
    queryFn: ({ signal }) => api.get(SUMMARY, HospitalSummary, { params, signal }),
    placeholderData: (before) => before,
  })
}

/** One payment with its transactions. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: [PAYMENTS, id],
    queryFn: ({ signal }) => api.get(`${PAYMENTS}/${encodeURIComponent(id)}`, PaymentDetail, { signal }),
  })
