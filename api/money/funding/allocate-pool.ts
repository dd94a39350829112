import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { funding } from '#domain/money/funding/funding.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute } from '#api/command-route.ts'
import { Key } from '#api/contracts/input.ts'
import { FundingDone } from '#api/money/contracts/funding.ts'
import { AllocationBody } from '#api/money/contracts/funding-bodies.ts'
import { SHOWS_MONEY } from '#api/money/shows.ts'
import { invalid, notFound } from '#api/http-error.ts'
import { hospitalInLog } from '#api/money/hospital-in-log.ts'
import { NairaInput } from '#api/naira.ts'
import { ofFunding, secondPersonFor, whyItWaits } from './second-person.ts'

/** POST /api/coes/{id}/allocation: pool money for a hospital (spec, open-questions Q007 and Q048); above the site setting it waits for a second person. */
export const allocatePool: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/coes/:id/allocation',
    summary: 'Allocate pool money to a hospital',
    tag: 'Funds',
    permission: 'ALLOCATE_POOL',
    scope: 'all',
    params: z.object({ id: Key }),
    body: AllocationBody.extend({ amount: NairaInput }),
    answer: FundingDone,
    reach: async ({ context, params: { id } }) => {
      const hospital = await hospitalInLog(context.handler, id)
      if (hospital === undefined) throw notFound('Hospital')
      return hospital
    },
    run: async ({ request, context, body: { amount } }, { id: coeId, isActive }) => {
      const command = commandFrom(request, 'RequestAllocation', {
        ...{ coeId, amount },
        ...(await secondPersonFor(context, request, 'ALLOCATE_POOL')),
      })
      const id = deriveId(command.id, 'funding')
      // Asked again after the money has moved, the answer stays the same, whatever has become of the hospital.
      if (!isActive && (await load(context.handler, funding, id)).status === 'none')
        throw invalid('id', 'This hospital is deactivated. Money can go to active hospitals only.')
      return ofFunding(id, await moveFunds(context.handler, id, command))
    },
    message: ({ name }, told) =>
      told.status === 'completed'
        ? `Money has been allocated to ${name}`
        : `A second person must confirm the allocation to ${name}. ${whyItWaits(told)}`,
    shows: SHOWS_MONEY,
  })
}
