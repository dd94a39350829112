import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { modelsPosition } from '#projections/as-of.ts'
import { invalid } from '#api/http-error.ts'
import { MatchingPreview, MatchingPreviewBody } from '#api/money/contracts/matching.ts'
import { MOST_AT_ONCE } from '#api/money/contracts/payment.ts'
import {
  becomes,
  MATCHING_ACCESS,
  MATCHING_URL,
  matchingNow,
  mustBeAllowed,
  previewMatching,
} from './matching-steps.ts'
import { preflight } from './step-outcomes.ts'

/** POST /api/fanda/payment/matching/preview: what would happen to all that match a filter, before anything does. */
export const previewMatchingRoute: FastifyPluginAsyncZod = async (app) => {
  const { context } = app
  app.route({
    method: 'POST',
    url: `${MATCHING_URL}/preview`,
    config: { ...MATCHING_ACCESS, idempotency: 'none' },
    schema: {
      tags: ['Payment'],
      summary: 'Pre-flight of a payment step or a return on all that match',
      body: MatchingPreviewBody,
      response: { 200: MatchingPreview },
    },
    handler: async (request) => {
      const { step, filter } = request.body
      mustBeAllowed(request, step)
      // Taken first: whatever changes while it is read has changed since.
      const position = await modelsPosition(context.pool, ['transaction'])
      const matching = await matchingNow(context, request, filter)
      if (matching.length > MOST_AT_ONCE)
        throw invalid('filter', `More than ${MOST_AT_ONCE.toLocaleString('en-NG')} match. Choose a shorter period.`)
      const { found, results } = await previewMatching(context, request, { step, filter }, matching)
      const summary = await preflight(context, request.actor(), found, results, becomes(step))
      const shown = { caught_up: true, behind: [] }
      return { message: 'Nothing has been done yet', data: { ...summary, ...shown, step, payment_id: null, position } }
    },
  })
}
