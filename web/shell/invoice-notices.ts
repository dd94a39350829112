import { queryOptions } from '@tanstack/react-query'
import type { InvoiceNotices } from '#api/money/contracts/invoice-notice.ts'
import { api } from './api-client.ts'
import { OF_THE_FRAME } from './shown-until.ts'

const INVOICE_NOTICES = '/api/notification/invoices'

/** What the bell tells of invoices, to those who generate them or take a step on them. */
export const invoiceNoticesQuery = queryOptions({
  queryKey: [INVOICE_NOTICES],
  queryFn: ({ signal }) => api.get<typeof InvoiceNotices>(INVOICE_NOTICES, { signal }),
  meta: OF_THE_FRAME,
  refetchInterval: 60_000,
})
