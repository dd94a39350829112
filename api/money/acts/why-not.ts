import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type AskedKind, WhyNotAnswer, WhyNotBody } from '#api/money/contracts/why-not.ts'
import { INVOICE_READERS } from '#api/money/invoices/invoice-readers.ts'
import { BILL_READERS } from '#api/money/transactions/view-transaction.ts'
import { callerLeft } from '#api/limits/caller-gone.ts'
import { TELLS } from './asked.ts'

/** As many are answered beside each other, however much is asked: what somebody has opened or selected by hand. */
const FEW = 20

/** Whoever sees records on which something is done. */
const READERS = [...new Set([...BILL_READERS, ...INVOICE_READERS, 'FLAG_TRANSACTION', 'VIEW_DISPUTE_CHAT'] as const)]

/**
 * POST /api/why_not: what the caller may do with each of some records, by the decision that would refuse it; why not, and
 * who could. Nothing is done; it is a POST for the length of what it asks.
 */
export const whyNot: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/why_not',
    config: { permission: READERS, scope: 'reach', idempotency: 'none' },
    schema: {
      tags: ['Transactions'],
      summary: 'What the caller can do with records, and why not',
      body: WhyNotBody,
      response: { 200: WhyNotAnswer },
    },
    handler: async (request, reply) => {
      const kinds = Object.keys(TELLS) as AskedKind[]
      // Whether or not anything is asked about, it is told within reach alone.
      request.reach()
      const tell = async () => {
        const told = await Promise.all(
          kinds.map(async (kind) => {
            const ids = request.body[kind]
            return ids === undefined
              ? []
              : [[kind, await TELLS[kind](app.context, request, ids, request.body)] as const]
          }),
        )
        return { data: Object.fromEntries(told.flat().map(([kind, records]) => [kind, [...records]])) }
      }
      const asked = kinds.reduce((count, kind) => count + (request.body[kind]?.length ?? 0), 0)
      if (asked <= FEW) return tell()
      return app.context.lanes.explanations.run(request.actor().id, callerLeft(reply), tell)
    },
  })
}
