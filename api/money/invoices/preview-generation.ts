import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sumOfFlows } from '#domain/kernel/money.ts'
import type { AppContext } from '#api/context.ts'
import { InvoicePreview, InvoicePreviewQuery } from '#api/money/contracts/invoice.ts'
import { answersTo } from '#api/money/payments/step-outcomes.ts'
import { nairaText } from '#api/naira.ts'
import { candidatesFor, isByCmd, ownHospitalOf, previewOn } from './generation.ts'

/** GET /api/coes/invoice/preview: what an invoice of the caller's hospital for a period would hold, and what not and why. */
export const previewGeneration: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/coes/invoice/preview',
    config: { permission: 'GENERATE_INVOICE', scope: 'reach', shows: ['transaction'] },
    schema: {
      tags: ['Invoices'],
      summary: 'What an invoice for a period would hold',
      querystring: InvoicePreviewQuery,
      response: { 200: InvoicePreview },
    },
    handler: async (request) => {
      const { context } = app
      const coeId = ownHospitalOf(request)
      const candidates = await candidatesFor(context, coeId, request.query)
      const outcomes = await previewOn(context, request, candidates, coeId, request.query)
      const answers = await answersTo(context.db, outcomes)
      const rows = await rowsOf(context, candidates)
      const on = outcomes.flatMap(({ transactionId, refusal }) => {
        const row = rows.get(transactionId)
        return refusal !== undefined || row === undefined ? [] : [row]
      })
      const out = outcomes.flatMap(({ transactionId }, place) => {
        const [row, answer] = [rows.get(transactionId), answers[place]]
        return row === undefined || answer === undefined ? [] : [{ ...row, reason: answer.message }]
      })
      const totalOf = (some: readonly { readonly total: number }[]) =>
        nairaText(sumOfFlows(some.map(({ total }) => total)))
      return {
        data: {
          count: on.length,
          total: totalOf(on),
          transactions: on.map(({ id, reference, is_drug: isDrug, billed_at: at, item, line_count, total }) => ({
            ...{ id, transaction_id: reference, created_at: at ?? '', item, line_count, total: nairaText(total) },
            type: isDrug ? ('Drug' as const) : ('Hospital Service' as const),
          })),
          left_out: out.map(({ id, reference, total, reason }) => ({
            ...{ id, transaction_id: reference, total: nairaText(total), reason },
          })),
          left_out_total: totalOf(out),
          is_cmd: isByCmd(request),
        },
      }
    },
  })
}

async function rowsOf({ db }: AppContext, ids: readonly string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('transaction')
          .select(['id', 'reference', 'is_drug', 'billed_at', 'item', 'line_count', 'total'])
          .where('id', 'in', ids)
          .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
