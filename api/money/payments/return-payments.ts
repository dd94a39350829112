import type { FastifyPluginAsync } from 'fastify'
import { returnPayments } from '#commands/money/transaction/return-payments.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute } from '#api/command-route.ts'
import { ReturnBody, ReturnOutcomes } from '#api/money/contracts/payment.ts'
import { SHOWS_BILLS } from '#api/money/shows.ts'
import { named } from './eligible.ts'
import { someDone } from './step-outcomes.ts'

/** POST /api/fanda/payment/return: back to billed with a reason, by whoever's turn it is (domain.md, beyond the specs). */
export const returnPaymentRoute: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/fanda/payment/return',
    summary: 'Return transactions to billed',
    tag: 'Payment',
    permission: PAYMENT_CHAIN.permissions,
    scope: 'all',
    body: ReturnBody,
    answer: ReturnOutcomes,
    reach: ({ context, body: { transactions } }) => named(context, transactions),
    run: async ({ request, context, body: { reason } }, found) => {
      const ids = found.map(({ id }) => id)
      const cause = commandFrom(request, 'ReturnPayments', {})
      const results = await returnPayments(context.handler, ids, reason, request.actor().permissions, cause)
      return someDone(context, found, results, 'billed')
    },
    message: (_, told) => returnedMessage(told),
    shows: SHOWS_BILLS,
  })
}

export const returnedMessage = ({ done }: { readonly done: number }): string =>
  done === 1 ? 'The transaction has been returned' : 'The transactions have been returned'
