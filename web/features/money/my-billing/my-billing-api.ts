import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ReportPage } from '#api/contracts/report.ts'
import type { TransactionRow } from '#api/money/contracts/transaction.ts'
import type { OwnBill, OwnStatement } from '#api/money/contracts/wallet.ts'
import { api } from '#web/shell/api-client.ts'

const BILLS = '/api/patients/billing_history'
/** As many bills as a phone shows at once, and loads in one go over a slow network. */
const PAGE_BILLS = 20
const LAST_BILLS = 5

/** A statement of the signed-in patient's own wallet; days yyyy-mm-dd, '' for open. */
export const myStatementQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['/api/wallet/statement', from, to],
    queryFn: ({ signal }) =>
      api.get<typeof OwnStatement>('/api/wallet/statement', { params: { start_date: from, end_date: to }, signal }),
  })

/** The newest few of the signed-in patient's own bills. */
export const myLastBillsQuery = queryOptions({
  queryKey: [BILLS, 'last'],
  queryFn: ({ signal }) => api.get<ReportPage<typeof TransactionRow>>(BILLS, { params: { limit: LAST_BILLS }, signal }),
})

/** The signed-in patient's own bills, newest first, page after page by key; days yyyy-mm-dd, '' for open. */
export const myBillsQuery = (from: string, to: string) =>
  infiniteQueryOptions({
    queryKey: [BILLS, 'pages', from, to],
    queryFn: ({ pageParam, signal }) =>
      api.get<ReportPage<typeof TransactionRow>>(BILLS, {
        params: { start_date: from, end_date: to, limit: PAGE_BILLS, after: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.data.next,
  })

/** One of the signed-in patient's own bills; 404 for anybody else's. */
export const myBillQuery = (id: string) =>
  queryOptions({
    queryKey: [BILLS, 'one', id],
    queryFn: ({ signal }) => api.get<typeof OwnBill>(`/api/patients/bills/${encodeURIComponent(id)}`, { signal }),
  })
