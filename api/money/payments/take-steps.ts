import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod, ZodTypeProvider } from 'fastify-type-provider-zod'
import { load } from '#commands/handle.ts'
import { type BulkStep, paymentOf, takeStep } from '#commands/money/transaction/take-step.ts'
import type { AnyCommand } from '#domain/kernel/decider.ts'
import { setting, sharesIn, SITE } from '#domain/people/setting/setting.ts'
import { type ChainStep, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { AppContext } from '#api/context.ts'
import { commandFrom } from '#api/command-from.ts'
import { InitiateBody, PaymentStepBody, StepOutcomes } from '#api/money/contracts/payment.ts'
import { STEP_PATHS } from '#api/money/contracts/payment-steps.ts'
import { shownAt } from '#api/done.ts'
import { SHOWS_BILLS } from '#api/money/shows.ts'
import { candidates, type Wanted } from './eligible.ts'
import { noneDone, summarize } from './step-outcomes.ts'

/** The spec's texts (messages.tsv M141 to M145). */
const MESSAGES: Readonly<Record<ChainStep, string>> = {
  initiate: 'Payment approval has been initated.',
  recommend: 'Payment has been recommended for approval',
  approve: 'Payment has been approved for disbursement',
  dfa: 'Payment has been approved',
  permsec: 'Payment has been disbursed',
}

/** POST /api/fanda/payment/* (E099 to E103): bulk steps that answer per transaction. */
export const takeSteps: FastifyPluginAsyncZod = async (app) => {
  for (const { step } of PAYMENT_CHAIN.links) stepRoute(app, step)
}

function stepRoute(fastify: FastifyInstance, step: ChainStep): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()
  app.route({
    method: 'POST',
    url: STEP_PATHS[step],
    config: { permission: PAYMENT_CHAIN.link(step).permission, scope: 'all' },
    schema: {
      tags: ['Payment'],
      summary: `Payment chain: ${step}`,
      body: step === 'initiate' ? InitiateBody : PaymentStepBody,
      response: { 200: StepOutcomes },
    },
    handler: async (request) => {
      const cause = commandFrom(request, 'TakeStep', {})
      const found = await candidates(app.context.db, step, request.body, (choice) => request.chooseOnce(choice))
      const results = await takeStep(app.context.handler, await bulkOf(app.context, step, request.body, found), cause)
      const summary = await summarize(app.context, found, results, PAYMENT_CHAIN.link(step).status)
      if (summary.done === 0) throw await noneDone(app.context, summary, results)
      const position = Math.max(...results.map((result) => result.position))
      return {
        message: MESSAGES[step],
        data: {
          ...summary,
          ...group(step, cause, request.body),
          ...(await shownAt(app.context, position, SHOWS_BILLS)),
        },
      }
    },
  })
}

/** The bulk step of a request, with the shares of the day. */
export async function bulkOf(
  { handler }: AppContext,
  step: ChainStep,
  wanted: Wanted,
  found: readonly { readonly id: string }[],
): Promise<BulkStep> {
  const { coe_id: coeId, start_date: start, end_date: end, initiated_on: initiatedOn } = wanted
  const period = start === undefined || end === undefined ? undefined : { start, end }
  const bulk = { coeId, transactionIds: found.map(({ id }) => id) }
  if (step !== 'initiate') return { ...bulk, step, ...(period && { period }), ...(initiatedOn && { initiatedOn }) }
  if (period === undefined) throw new Error('A payment is initiated for a period: its contract asks for one')
  return { ...bulk, step, period, basisPoints: sharesIn(await load(handler, setting, SITE)) }
}

function group(step: ChainStep, cause: AnyCommand, { coe_id: coeId }: Wanted) {
  return { step, payment_id: step === 'initiate' ? paymentOf(cause, coeId) : null }
}
