import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { returnPayments } from '#commands/money/transaction/return-payments.ts'
import { takeStep } from '#commands/money/transaction/take-step.ts'
import { formatNaira, sumOfFlows } from '#domain/kernel/money.ts'
import type { AppContext } from '#api/context.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute } from '#api/command-route.ts'
import { HttpError } from '#api/http-error.ts'
import { MatchingBody } from '#api/money/contracts/matching.ts'
import { StepOutcomes } from '#api/money/contracts/payment.ts'
import { SHOWS_BILLS } from '#api/money/shows.ts'
import { nairaText } from '#api/naira.ts'
import { named } from './eligible.ts'
import {
  becomes,
  byHospital,
  idsOf,
  MATCHING_ACCESS,
  MATCHING_URL,
  matchingNow,
  mustBeAllowed,
  periodOf,
  previewMatching,
} from './matching-steps.ts'
import { notifyNextOffice } from './notify-office.ts'
import { returnedMessage } from './return-payments.ts'
import { someDone } from './step-outcomes.ts'
import { bulkOf, STEP_MESSAGES } from './take-steps.ts'

/**
 * POST /api/fanda/payment/matching: one step, or the return, on all that match a filter, of any hospital: as its pre-flight
 * told it, or not begun (docs/decisions/0055-payments.md).
 */
export const stepOnMatching: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: MATCHING_URL,
    summary: 'A payment step or a return on all that match',
    tag: 'Payment',
    ...MATCHING_ACCESS,
    body: MatchingBody,
    answer: StepOutcomes,
    reach: async ({ request, context, body }) => {
      mustBeAllowed(request, body.step)
      return named(context, await request.chooseOnce(() => asTold(context, request, body)))
    },
    run: async ({ request, context, body }, found) => {
      const { step, filter, reason = '' } = body
      const cause = commandFrom(request, 'TakeStep', {})
      const results =
        step === 'return'
          ? await returnPayments(context.handler, idsOf(found), reason, request.actor().permissions, cause)
          : await byHospital(found, async (coeId, own) =>
              takeStep(
                context.handler,
                await bulkOf(context, step, periodOf(coeId, filter, own, cause.at), own),
                cause,
              ),
            )
      const ran = await someDone(context, found, results, becomes(step))
      if (step !== 'return') await notifyNextOffice(context, step, cause)
      return { ...ran, data: { ...ran.data, step, payment_id: null } }
    },
    message: (_, told) => (told.step === 'return' ? returnedMessage(told) : STEP_MESSAGES[told.step]),
    shows: SHOWS_BILLS,
  })
}

/** Those that it would be done to now, where that is what the pre-flight told; else throws 409, and nothing is done. */
async function asTold(
  context: AppContext,
  request: FastifyRequest,
  { step, filter, position, count, total }: z.output<typeof MatchingBody>,
): Promise<readonly string[]> {
  const matching = await matchingNow(context, request, filter)
  const { found, results } = await previewMatching(context, request, { step, filter }, matching)
  const able = new Set(results.flatMap(({ transactionId, refusal }) => (refusal === undefined ? [transactionId] : [])))
  const chosen = found.filter(({ id }) => able.has(id))
  const sum = sumOfFlows(chosen.map((one) => one.total))
  if (matching.every(({ since }) => since <= position) && chosen.length === count && nairaText(sum) === total)
    return idsOf(chosen)
  throw new HttpError(
    409,
    `The matching bills changed since you looked: now ${chosen.length} for NGN ${formatNaira(sum)}. Nothing was done.`,
  )
}
