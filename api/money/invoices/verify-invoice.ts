import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { text } from '#domain/kernel/text.ts'
import { digestOfInvoice } from '#domain/money/invoice/rules.ts'
import { isGenerated, totalOfInvoice } from '#domain/money/invoice/invoice.ts'
import type { AppContext } from '#api/context.ts'
import { type InvoiceVerified, InvoiceVerified as Answer } from '#api/money/contracts/invoice.ts'
import { hospitalInLog } from '#api/money/hospital-in-log.ts'
import { nairaText } from '#api/naira.ts'
import { statusOfInvoice } from './invoice-status.ts'
import { invoicesNamed } from './reached-invoice.ts'

const NOTHING = { agrees: false, invoice_number: null, coe_name: null, computed_total: null, status: null }

/**
 * GET /api/invoices/verify/{number}/{hash}: whether an invoice on paper is what the log has. Whoever holds the paper knows what
 * is told: the hash is of it, and without it nothing is said but that it does not agree.
 */
export const verifyInvoice: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/invoices/verify/:number/:hash',
    config: { permission: 'signed-in', scope: 'none', shows: ['invoice'] },
    schema: {
      tags: ['Invoices'],
      summary: 'Check that a printed invoice is genuine',
      params: z.object({ number: text(40).min(1), hash: text(64).min(1) }),
      response: { 200: Answer },
    },
    handler: async ({ params: { number, hash } }) => ({ data: await verified(app.context, number, hash) }),
  })
}

async function verified(context: AppContext, number: string, hash: string): Promise<InvoiceVerified> {
  const found = (await invoicesNamed(context, number))
    .flatMap((one) => (isGenerated(one) ? [one] : []))
    .find((one) => one.reference === number.toUpperCase() && digestOfInvoice(one) === hash.toLowerCase())
  if (found === undefined) return NOTHING
  const hospital = await hospitalInLog(context.handler, found.coeId)
  return {
    agrees: true,
    invoice_number: found.reference,
    coe_name: hospital?.name ?? null,
    computed_total: nairaText(totalOfInvoice(found)),
    status: statusOfInvoice(found),
  }
}
