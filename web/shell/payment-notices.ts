import { queryOptions } from '@tanstack/react-query'
import type { PaymentNotices } from '#api/money/contracts/payment-notice.ts'
import { api } from './api-client.ts'
import { OF_THE_FRAME } from './shown-until.ts'

const PAYMENT_NOTICES = '/api/notification/payments'

/** What the bell tells of bills that are ready, to those who take a step of the payment chain. */
export const paymentNoticesQuery = queryOptions({
  queryKey: [PAYMENT_NOTICES],
  queryFn: ({ signal }) => api.get<typeof PaymentNotices>(PAYMENT_NOTICES, { signal }),
  meta: OF_THE_FRAME,
  refetchInterval: 60_000,
})
