import { queryOptions } from '@tanstack/react-query'
import type { Done } from '#api/contracts/done.ts'
import type { AnswerReturnBody } from '#api/money/contracts/billing.ts'
import type { HospitalAnalytics } from '#api/money/contracts/analytics.ts'
import type { TransactionDetail } from '#api/money/contracts/transaction.ts'
import { api } from '#web/shell/api-client.ts'

/** One transaction. */
export const transactionQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/transactions', 'one', id],
    queryFn: ({ signal }) =>
      api.get<typeof TransactionDetail>(`/api/transactions/${encodeURIComponent(id)}`, { signal }),
  })

/** What the hospital says to a return. */
export const answerReturn = (body: AnswerReturnBody, key: string) =>
  api.post<typeof Done>('/api/coestaff/billings/answer', body, key)

/** A hospital in figures. */
export const coeFiguresQuery = (coe: string) =>
  queryOptions({
    queryKey: ['/api/coes/analytics', coe],
    queryFn: ({ signal }) => api.get<typeof HospitalAnalytics>('/api/coes/analytics', { params: { coe }, signal }),
  })
