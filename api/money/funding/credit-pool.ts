import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { deriveId } from '#commands/ids.ts'
import { commandFrom } from '#api/command-from.ts'
import { Done } from '#api/contracts/done.ts'
import { PoolCreditBody } from '#api/money/contracts/funding-bodies.ts'
import { done } from '#api/done.ts'
import { SHOWS_MONEY } from '#api/money/shows.ts'
import { Refused } from '#api/http-error.ts'
import { NairaInput } from '#api/naira.ts'

/** POST /api/pool/credit (E141): money given to the pool. */
export const creditPool: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/pool/credit',
    config: { permission: 'CREDIT_POOL', scope: 'all' },
    schema: {
      tags: ['Funds'],
      summary: 'Credit the pool',
      body: PoolCreditBody.extend({ credit: NairaInput }),
      response: { 200: Done },
    },
    handler: async (request) => {
      const { benefactor, credit: amount } = request.body
      const command = commandFrom(request, 'RequestPoolCredit', { benefactor, amount })
      const id = deriveId(command.id, 'funding')
      const moved = await moveFunds(app.context.handler, id, command)
      if (moved.outcome === 'refused') throw new Refused(moved.refusal, { amount: 'credit' })
      return done(app.context, id, 'Pool has been credited', moved.position, SHOWS_MONEY)
    },
  })
}
