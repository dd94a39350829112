import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { turnsWith } from '#domain/money/invoice/step-names.ts'
import { invoiceNotices } from '#projections/money/invoice/invoice-notices.ts'
import { INVOICES_WAITING_FROM } from '#projections/money/invoice/waiting-invoices.ts'
import { INVOICE_NOTICE_PERMISSIONS, InvoiceNotices, TOLD_DAYS } from '#api/money/contracts/invoice-notice.ts'
import { nairaText } from '#api/naira.ts'
import { reachedHospital } from '#api/reached-hospital.ts'
import { readAt } from '#api/report/read-as-of.ts'

/** GET /api/notification/invoices: what the bell tells of invoices to whoever generates them or takes a step on them. */
export const listInvoiceNotices: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/notification/invoices',
    config: { permission: INVOICE_NOTICE_PERMISSIONS, scope: 'reach', shows: INVOICES_WAITING_FROM },
    schema: {
      tags: ['Notices'],
      summary: "The caller's notices of invoices",
      response: { 200: InvoiceNotices },
    },
    handler: async (request) => {
      const { context } = app
      const { id: userId, permissions } = request.actor()
      const coeId = reachedHospital(request.reach(), undefined)
      const found = await readAt(context, undefined, INVOICES_WAITING_FROM, (db, moment) =>
        invoiceNotices(db, moment, {
          ...{ userId, coeId, steps: turnsWith(permissions, coeId), isCmd: permissions.has('APPROVE_INVOICE') },
          since: new Date(context.now() - TOLD_DAYS * 86_400_000),
        }),
      )
      return {
        data: found.map(({ reference, total, ...notice }) => ({
          ...notice,
          ...{ invoice_number: reference, total: nairaText(total) },
        })),
      }
    },
  })
}
