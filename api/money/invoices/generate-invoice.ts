import type { FastifyPluginAsync } from 'fastify'
import { generateInvoice } from '#commands/money/invoice/generate-invoice.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { parseNaira } from '#domain/kernel/money.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute } from '#api/command-route.ts'
import { GenerateInvoiceBody, InvoiceDone } from '#api/money/contracts/invoice.ts'
import { SHOWS_INVOICES } from '#api/money/shows.ts'
import { invalid } from '#api/http-error.ts'
import { candidatesFor, isByCmd, ownHospitalOf } from './generation.ts'
import { toldOf, UNDER_WAY_MESSAGE } from './invoice-call.ts'
import { reachedInvoice } from './reached-invoice.ts'
import { toTellAfter } from './to-tell.ts'

/** POST /api/coes/invoice (E107): an invoice of what is free of the caller's hospital and period (messages.tsv, M146). */
export const generateInvoiceRoute: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/coes/invoice',
    summary: 'Generate an invoice for a period',
    tag: 'Invoices',
    permission: 'GENERATE_INVOICE',
    scope: 'reach',
    body: GenerateInvoiceBody,
    answer: InvoiceDone,
    reach: async ({ request, context, body }) => {
      const coeId = ownHospitalOf(request)
      const former =
        body.replaces === undefined ? undefined : await reachedInvoice(context, body.replaces, request.reach())
      const candidates = await request.chooseOnce(() => candidatesFor(context, coeId, body))
      const unknown = body.left_off?.find(({ transaction_id: id }) => !candidates.includes(id))
      if (unknown !== undefined)
        throw invalid('left_off', `${unknown.transaction_id} is no bill of the period that could be on the invoice`)
      return { coeId, candidates, replaces: former && { invoiceId: former.id, reference: former.reference } }
    },
    run: async ({ request, context, body }, { coeId, candidates, replaces }) => {
      const { startDate: periodStart, endDate: periodEnd, count, total, left_off: leftOff = [] } = body
      const { codes, handler, now } = context
      const byCmd = isByCmd(request)
      const toTell = await toTellAfter(context, byCmd ? 'cmd' : 'generate', coeId, request.actor().id)
      const wanted = { coeId, periodStart, periodEnd, isByCmd: byCmd, toTell, replaces }
      const number = () => codes.next('INV', Number(lagosDay(new Date(now()).toISOString()).slice(0, 4)))
      return toldOf(
        context,
        await generateInvoice(handler, candidates, commandFrom(request, 'GenerateInvoice', wanted), number, {
          count,
          total: total === undefined ? undefined : parseNaira(total),
          leftOff: new Map(leftOff.map(({ transaction_id: id, reason }) => [id, reason])),
        }),
      )
    },
    message: (_, told) => (told.is_under_way ? UNDER_WAY_MESSAGE : 'Invoice generated successfully'),
    shows: SHOWS_INVOICES,
  })
}
