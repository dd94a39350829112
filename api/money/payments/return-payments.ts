import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { returnPayments } from '#commands/money/transaction/return-payments.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { commandFrom } from '#api/command-from.ts'
import { ReturnBody, ReturnOutcomes } from '#api/money/contracts/payment.ts'
import { shownAt } from '#api/done.ts'
import { SHOWS_BILLS } from '#api/money/shows.ts'
import { named } from './eligible.ts'
import { noneDone, summarize } from './step-outcomes.ts'

/** POST /api/fanda/payment/return: back to billed with a reason, by whoever's turn it is (domain.md, beyond the specs). */
export const returnPaymentRoute: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/fanda/payment/return',
    config: { permission: PAYMENT_CHAIN.permissions, scope: 'all' },
    schema: {
      tags: ['Payment'],
      summary: 'Return transactions to billed',
      body: ReturnBody,
      response: { 200: ReturnOutcomes },
    },
    handler: async (request) => {
      const { transactions, reason } = request.body
      const { context } = app
      const found = await named(context.db, transactions)
      const ids = found.map(({ id }) => id)
      const cause = commandFrom(request, 'ReturnPayments', {})
      const results = await returnPayments(context.handler, ids, reason, request.actor().permissions, cause)
      const summary = await summarize(context, found, results, 'billed')
      if (summary.done === 0) throw await noneDone(context, summary, results)
      const position = Math.max(...results.map((result) => result.position))
      const message = summary.done === 1 ? 'The transaction has been returned' : 'The transactions have been returned'
      return { message, data: { ...summary, ...(await shownAt(context, position, SHOWS_BILLS)) } }
    },
  })
}
