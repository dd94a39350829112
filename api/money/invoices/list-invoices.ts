import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { text } from '#domain/kernel/text.ts'
import { invoiceLinesReport } from '#projections/money/invoice/invoice-lines-report.ts'
import { type InvoiceFilter, invoicesReport } from '#projections/money/invoice/invoices-report.ts'
import type { Actor, Reach } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { invoiceReadinessOf } from '#api/money/ready-for.ts'
import { hospitalNamed } from '#api/catalogue/coes/hospital-named.ts'
import { InvoiceLineFilter, InvoiceLineRow, InvoiceListFilter, InvoiceRow } from '#api/money/contracts/invoice.ts'
import { reachedHospital } from '#api/reached-hospital.ts'
import { reportRoutes } from '#api/report/report-routes.ts'
import { INVOICE_READERS } from './invoice-readers.ts'
import { reachedInvoice } from './reached-invoice.ts'

const Id = z.object({ id: text(100).min(1) })
const list = { tag: 'Invoices', permission: INVOICE_READERS, report: invoicesReport, row: InvoiceRow } as const

/** Invoices within the caller's reach (E108), those of one hospital (E114), and what is on one. */
export const listInvoices: FastifyPluginAsync = async (app) => {
  reportRoutes(app, {
    ...list,
    url: '/api/invoices',
    summary: 'Invoices',
    query: InvoiceListFilter,
    filterOf: (query, reach, context, _, actor, __, instant) => invoiceFilter(context, query, reach, actor, instant),
  })
  reportRoutes(app, {
    ...list,
    url: '/api/coes/:id/invoice',
    summary: 'Invoices of a hospital',
    query: InvoiceListFilter.omit({ coe: true }),
    params: Id,
    filterOf: async (query, reach, context, params, actor, _, instant) => {
      const { id: coe } = Id.parse(params)
      const filter = await invoiceFilter(context, { ...query, coe }, reach, actor, instant)
      await hospitalNamed(context, coe)
      return filter
    },
  })
  reportRoutes(app, {
    url: '/api/invoices/:id/transactions',
    summary: 'What is or was on an invoice',
    tag: 'Invoices',
    permission: INVOICE_READERS,
    report: invoiceLinesReport,
    row: InvoiceLineRow,
    query: InvoiceLineFilter,
    params: Id,
    filterOf: async ({ status }, reach, context, params) => {
      const { id: invoiceId } = await reachedInvoice(context, Id.parse(params).id, reach)
      return { invoiceId, status }
    },
  })
}

/** A list's filter within what its caller reaches; another hospital reads as not found. */
const invoiceFilter = async (
  context: AppContext,
  {
    start_date: startDate,
    end_date: endDate,
    status,
    coe,
    ready_for: by,
    overdue,
    until,
    search,
  }: z.output<typeof InvoiceListFilter>,
  reach: Reach,
  actor: Actor,
  instant: () => Promise<string>,
): Promise<InvoiceFilter> => ({
  ...{ startDate, endDate, status },
  overdue: overdue && { step: overdue, until: until ?? (await instant()) },
  readyFor: await invoiceReadinessOf(context, by, actor),
  search: search === '' ? undefined : search,
  coeId: reachedHospital(reach, coe),
})
