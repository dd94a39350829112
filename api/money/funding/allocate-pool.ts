import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { deriveId } from '#commands/ids.ts'
import { commandFrom } from '#api/command-from.ts'
import { Done } from '#api/contracts/done.ts'
import { AllocationBody } from '#api/money/contracts/funding-bodies.ts'
import { done } from '#api/done.ts'
import { SHOWS_MONEY } from '#api/money/shows.ts'
import { notFound, Refused } from '#api/http-error.ts'
import { NairaInput } from '#api/naira.ts'
import { Key } from '#api/contracts/input.ts'

/** POST /api/coes/{id}/allocation: pool money for a hospital (spec, open-questions Q007 and Q048). */
export const allocatePool: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/coes/:id/allocation',
    config: { permission: 'ALLOCATE_POOL', scope: 'all' },
    schema: {
      tags: ['Funds'],
      summary: 'Allocate pool money to a hospital',
      params: z.object({ id: Key }),
      body: AllocationBody.extend({ amount: NairaInput }),
      response: { 200: Done },
    },
    handler: async (request) => {
      const { db, handler } = app.context
      const coe = await db
        .selectFrom('coe')
        .select(['id', 'name'])
        .where('id', '=', request.params.id)
        .executeTakeFirst()
      if (coe === undefined) throw notFound('Hospital')
      const command = commandFrom(request, 'RequestAllocation', { coeId: coe.id, amount: request.body.amount })
      const id = deriveId(command.id, 'funding')
      const moved = await moveFunds(handler, id, command)
      if (moved.outcome === 'refused') throw new Refused(moved.refusal)
      return done(app.context, id, `Money has been allocated to ${coe.name}`, moved.position, SHOWS_MONEY)
    },
  })
}
