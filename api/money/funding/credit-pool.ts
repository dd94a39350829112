import type { FastifyPluginAsync } from 'fastify'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { deriveId } from '#commands/ids.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute } from '#api/command-route.ts'
import { FundingDone } from '#api/money/contracts/funding.ts'
import { PoolCreditBody } from '#api/money/contracts/funding-bodies.ts'
import { SHOWS_MONEY } from '#api/money/shows.ts'
import { NairaInput } from '#api/naira.ts'
import { ofFunding, secondPersonFor, whyItWaits } from './second-person.ts'

/** POST /api/pool/credit (E141): money given to the pool; above the site setting it waits for a second person. */
export const creditPool: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/pool/credit',
    summary: 'Credit the pool',
    tag: 'Funds',
    permission: 'CREDIT_POOL',
    scope: 'all',
    body: PoolCreditBody.extend({ credit: NairaInput }),
    answer: FundingDone,
    reach: () => undefined,
    run: async ({ request, context, body: { benefactor, credit: amount } }) => {
      const command = commandFrom(request, 'RequestPoolCredit', {
        ...{ benefactor, amount },
        ...(await secondPersonFor(context, request, 'CREDIT_POOL')),
      })
      const id = deriveId(command.id, 'funding')
      return ofFunding(id, await moveFunds(context.handler, id, command))
    },
    fieldNames: { amount: 'credit' },
    message: (_, told) =>
      told.status === 'completed'
        ? 'Pool has been credited'
        : `A second person must confirm the credit. ${whyItWaits(told)}`,
    shows: SHOWS_MONEY,
  })
}
