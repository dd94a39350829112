import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { RETURNED_INVOICES_FROM, returnedInvoicesOf } from '#projections/money/invoice/returned-invoices.ts'
import { ReturnedInvoices } from '#api/money/contracts/invoice.ts'
import { nairaText } from '#api/naira.ts'
import { readAt } from '#api/report/read-as-of.ts'
import { ownHospitalOf } from './generation.ts'

/** GET /api/invoices/returned: the returned invoices that the caller's hospital has yet to generate again. */
export const listReturnedInvoices: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/invoices/returned',
    config: { permission: 'GENERATE_INVOICE', scope: 'reach', shows: RETURNED_INVOICES_FROM },
    schema: {
      tags: ['Invoices'],
      summary: 'Returned invoices to generate again',
      response: { 200: ReturnedInvoices },
    },
    handler: async (request) => {
      const coeId = ownHospitalOf(request)
      const found = await readAt(app.context, undefined, RETURNED_INVOICES_FROM, (db, moment) =>
        returnedInvoicesOf(db, moment, coeId),
      )
      return { data: found.map(({ total, ...one }) => ({ ...one, returned_total: nairaText(total) })) }
    },
  })
}
