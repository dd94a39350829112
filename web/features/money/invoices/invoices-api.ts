import { queryOptions } from '@tanstack/react-query'
import type {
  GenerateInvoiceBody,
  InvoiceDetail,
  InvoiceDone,
  InvoicePreview,
  InvoicesWaiting,
  InvoiceVerified,
  ReturnedInvoices,
} from '#api/money/contracts/invoice.ts'
import { api } from '#web/shell/api-client.ts'

export const INVOICES = '/api/invoices'

/** While something is under way, how far it is is asked for this often. */
export const LOOK_AGAIN_MS = 3_000
/** A large invoice is much to fetch: of one of 2,000 transactions how far it is is asked for every ten seconds. */
const lookAgainMs = (transactions: number) => Math.max(LOOK_AGAIN_MS, transactions * 5)

/** The invoices of one hospital (E114). */
export const invoicesOf = (coeId: string): string => `/api/coes/${encodeURIComponent(coeId)}/invoice`

/** What is or was on an invoice, as a list of its own. */
export const linesOf = (id: string): string => `${INVOICES}/${encodeURIComponent(id)}/transactions`

/** One invoice, by its id or its number; read again while a step on it is under way, whoever pressed it. */
export const invoiceQuery = (id: string) =>
  queryOptions({
    queryKey: [INVOICES, 'one', id],
    queryFn: ({ signal }) => api.get<typeof InvoiceDetail>(`${INVOICES}/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: ({ state }) =>
      typeof state.data?.data.under_way === 'string' ? lookAgainMs(state.data.data.transactions.length) : false,
  })

/** What an invoice of the own hospital for a period (yyyy-mm-dd, both included) would hold; always asked anew. */
export const generationQuery = (startDate: string, endDate: string) =>
  queryOptions({
    queryKey: [PREVIEW, startDate, endDate],
    queryFn: ({ signal }) => api.get<typeof InvoicePreview>(PREVIEW, { params: { startDate, endDate }, signal }),
    gcTime: 0,
    // What was shown is what is then confirmed.
    staleTime: 'static',
    retry: false,
  })
const PREVIEW = '/api/coes/invoice/preview'

/** Makes an invoice (E107). */
export const generateInvoice = (body: GenerateInvoiceBody, key: string) =>
  api.post<typeof InvoiceDone>('/api/coes/invoice', body, key)

/** What waits for the signed-in person on the chain of invoices; read again now and then, as the menu's count is. */
export const invoicesWaitingQuery = queryOptions({
  queryKey: [INVOICES, 'waiting'],
  queryFn: ({ signal }) => api.get<typeof InvoicesWaiting>(`${INVOICES}/waiting`, { signal }),
  refetchInterval: 60_000,
})

/** The returned invoices that the reader's hospital has yet to generate again. */
export const returnedInvoicesQuery = queryOptions({
  queryKey: [INVOICES, 'returned'],
  queryFn: ({ signal }) => api.get<typeof ReturnedInvoices>(`${INVOICES}/returned`, { signal }),
})

/** Whether a paper's number and hash are those of the log. */
export const verifiedQuery = (number: string, hash: string) =>
  queryOptions({
    queryKey: [INVOICES, 'verify', number, hash],
    queryFn: ({ signal }) =>
      api.get<typeof InvoiceVerified>(`${INVOICES}/verify/${encodeURIComponent(number)}/${encodeURIComponent(hash)}`, {
        signal,
      }),
    gcTime: 0,
  })
