import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { previewReturn } from '#commands/money/transaction/return-payments.ts'
import type { StepOutcome } from '#commands/money/transaction/each-transaction.ts'
import { previewStep } from '#commands/money/transaction/take-step.ts'
import { type ChainStatus, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { commandFrom } from '#api/command-from.ts'
import { PreviewBody, StepOutcomes } from '#api/money/contracts/payment.ts'
import { HttpError, invalid } from '#api/http-error.ts'
import { type Candidate, candidates, named } from './eligible.ts'
import { preflight } from './step-outcomes.ts'
import { bulkOf } from './take-steps.ts'

/** POST /api/fanda/payment/preview: what would happen, and why not, before anything does. */
export const previewSteps: FastifyPluginAsyncZod = async (app) => {
  const { context } = app
  app.route({
    method: 'POST',
    url: '/api/fanda/payment/preview',
    config: { permission: PAYMENT_CHAIN.permissions, scope: 'all', idempotency: 'none' },
    schema: {
      tags: ['Payment'],
      summary: 'Pre-flight of a payment step or a return',
      body: PreviewBody,
      response: { 200: StepOutcomes },
    },
    handler: async (request) => {
      const { step, ...wanted } = request.body
      const { permissions } = request.actor()
      const cause = commandFrom(request, 'TakeStep', {})
      const answer = async (found: readonly Candidate[], results: readonly StepOutcome[], becomes: ChainStatus) => {
        const summary = await preflight(context, request.actor(), found, results, becomes)
        return {
          message: 'Nothing has been done yet',
          data: { ...summary, step, payment_id: null, caught_up: true, behind: [] },
        }
      }
      if (step === 'return') {
        if (wanted.transactions === undefined) throw invalid('transactions', 'Choose what to return')
        const found = await named(context, wanted.transactions, wanted.coe_id)
        const ids = found.map(({ id }) => id)
        const results = await previewReturn(context.handler, ids, permissions, cause)
        return answer(found, results, 'billed')
      }
      const { permission, status } = PAYMENT_CHAIN.link(step)
      if (!permissions.has(permission)) throw new HttpError(403, 'You are not allowed to do this')
      const found = await candidates(context, step, wanted)
      const results = await previewStep(context.handler, await bulkOf(context, step, wanted, found), cause)
      return answer(found, results, status)
    },
  })
}
