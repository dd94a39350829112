import type { FastifyPluginAsync } from 'fastify'
import { returnInvoice } from '#commands/money/invoice/return-invoice.ts'
import { TAKEN_LINKS, turnsWith } from '#domain/money/invoice/step-names.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute } from '#api/command-route.ts'
import { InvoiceDone, InvoiceReturnBody } from '#api/money/contracts/invoice.ts'
import { SHOWS_INVOICES } from '#api/money/shows.ts'
import { toldOf, UNDER_WAY_MESSAGE } from './invoice-call.ts'
import { reachedInvoice } from './reached-invoice.ts'
import { hospitalOf } from './take-invoice-steps.ts'
import { toTellAfter } from './to-tell.ts'

/** POST /api/invoices/return: its transactions are billed again and on no invoice, by whoever's turn it is (domain.md, Invoice). */
export const returnInvoiceRoute: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/invoices/return',
    summary: 'Return an invoice',
    tag: 'Invoices',
    permission: TAKEN_LINKS.map(({ permission }) => permission),
    scope: 'reach',
    body: InvoiceReturnBody,
    answer: InvoiceDone,
    reach: ({ request, context, body: { invoice_id: id } }) => reachedInvoice(context, id, request.reach()),
    run: async ({ request, context, body: { reason } }, { id, coeId }) => {
      const { id: by, permissions } = request.actor()
      const toTell = await toTellAfter(context, 'return', coeId, by)
      const ofCoe = hospitalOf(request)
      const data = { reason, mayTake: turnsWith(permissions, ofCoe), toTell, ofCoe }
      return toldOf(
        context,
        await returnInvoice(context.handler, id, commandFrom(request, 'RequestInvoiceReturn', data)),
      )
    },
    message: (_, told) => (told.is_under_way ? UNDER_WAY_MESSAGE : 'The invoice has been returned'),
    shows: SHOWS_INVOICES,
  })
}
