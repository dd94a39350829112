import type { FastifyPluginAsync } from 'fastify'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { deriveId } from '#commands/ids.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { PoolCreditBody } from '#api/money/contracts/funding-bodies.ts'
import { SHOWS_MONEY } from '#api/money/shows.ts'
import { NairaInput } from '#api/naira.ts'

/** POST /api/pool/credit (E141): money given to the pool. */
export const creditPool: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/pool/credit',
    summary: 'Credit the pool',
    tag: 'Funds',
    permission: 'CREDIT_POOL',
    scope: 'all',
    body: PoolCreditBody.extend({ credit: NairaInput }),
    reach: () => undefined,
    run: async ({ request, context, body: { benefactor, credit: amount } }) => {
      const command = commandFrom(request, 'RequestPoolCredit', { benefactor, amount })
      const id = deriveId(command.id, 'funding')
      return ofId(id, await moveFunds(context.handler, id, command))
    },
    fieldNames: { amount: 'credit' },
    message: 'Pool has been credited',
    shows: SHOWS_MONEY,
  })
}
