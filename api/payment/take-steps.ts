import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod, ZodTypeProvider } from 'fastify-type-provider-zod'
import { load } from '../../commands/handle.ts'
import { type BulkStep, paymentOf, previewStep, takeStep } from '../../commands/transaction/take-step.ts'
import type { AnyCommand } from '../../domain/kernel/decider.ts'
import { lagosDay } from '../../domain/kernel/dates.ts'
import { setting, sharesIn, SITE } from '../../domain/setting/setting.ts'
import { type ChainStep, linkOf } from '../../domain/transaction/chain.ts'
import type { AppContext } from '../context.ts'
import { commandFrom } from '../command-from.ts'
import { PaymentStepBody, PreviewBody, StepOutcomes } from '../contracts/payment.ts'
import { HttpError } from '../http-error.ts'
import { candidates, type Wanted } from './eligible.ts'
import { summarize } from './step-outcomes.ts'

/** The five calls of the chain, with the spec's texts (messages.tsv M141 to M145). */
const CALLS: Readonly<Record<ChainStep, { readonly url: string; readonly message: string }>> = {
  initiate: { url: '/api/fanda/payment/initiate', message: 'Payment approval has been initated.' },
  recommend: { url: '/api/fanda/payment/recommend', message: 'Payment has been recommended for approval' },
  approve: { url: '/api/fanda/payment/approve', message: 'Payment has been approved for disbursement' },
  dfa: { url: '/api/fanda/payment/dfa/approve', message: 'Payment has been approved' },
  permsec: { url: '/api/fanda/payment/permsec/approve', message: 'Payment has been disbursed' },
}

const STEPS: readonly ChainStep[] = ['initiate', 'recommend', 'approve', 'dfa', 'permsec']

/** POST /api/fanda/payment/* (E099 to E103): bulk steps that answer per transaction. */
export const takeSteps: FastifyPluginAsyncZod = async (app) => {
  for (const step of STEPS) stepRoute(app, step)
}

function stepRoute(fastify: FastifyInstance, step: ChainStep): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()
  const { url, message } = CALLS[step]
  app.route({
    method: 'POST',
    url,
    config: { permission: linkOf(step).permission, scope: 'all' },
    schema: {
      tags: ['Payment'],
      summary: `Payment chain: ${step}`,
      body: PaymentStepBody,
      response: { 200: StepOutcomes },
    },
    handler: async (request) => {
      const cause = commandFrom(request, 'TakeStep', {})
      const found = await candidates(app.context, step, request.body)
      const results = await takeStep(app.context.handler, await bulkOf(app.context, step, request.body, found), cause)
      const summary = await summarize(app.context, found, results)
      if (summary.done === 0) throw noneDone(summary.outcomes)
      const position = Math.max(...results.map((result) => result.position))
      return {
        message,
        data: { ...summary, ...group(step, cause, request.body), caught_up: await app.context.caughtUp(position) },
      }
    },
  })
}

/** POST /api/fanda/payment/preview: what would happen, and why not, before anything does. */
export const previewSteps: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/fanda/payment/preview',
    config: { permission: STEPS.map((step) => linkOf(step).permission), scope: 'all' },
    schema: {
      tags: ['Payment'],
      summary: 'Pre-flight of a payment step',
      body: PreviewBody,
      response: { 200: StepOutcomes },
    },
    handler: async (request: FastifyRequest<{ Body: Wanted & { step: ChainStep } }>) => {
      const { step } = request.body
      const { permission } = linkOf(step)
      if (!request.actor().permissions.has(permission)) throw new HttpError(403, 'You are not allowed to do this')
      const cause = commandFrom(request, 'TakeStep', {})
      const found = await candidates(app.context, step, request.body)
      const results = await previewStep(
        app.context.handler,
        await bulkOf(app.context, step, request.body, found),
        cause,
      )
      const summary = await summarize(app.context, found, results)
      return { message: 'Nothing has been done yet', data: { ...summary, step, payment_id: null, caught_up: true } }
    },
  })
}

async function bulkOf(
  { handler, now }: AppContext,
  step: ChainStep,
  wanted: Wanted,
  found: readonly { readonly id: string }[],
): Promise<BulkStep> {
  const today = lagosDay(new Date(now()).toISOString())
  return {
    step,
    coeId: wanted.coe_id,
    transactionIds: found.map(({ id }) => id),
    periodStart: wanted.start_date ?? today,
    periodEnd: wanted.end_date ?? today,
    basisPoints: sharesIn(await load(handler, setting, SITE)),
  }
}

function group(step: ChainStep, cause: AnyCommand, { coe_id: coeId }: Wanted) {
  return { step, payment_id: step === 'initiate' ? paymentOf(cause, coeId) : null }
}

/** Nothing was done: 422, with each transaction's own reason. */
function noneDone(outcomes: readonly { readonly transaction_id: string; readonly reason: string | null }[]): HttpError {
  const reasons = outcomes.map(({ transaction_id: reference, reason }) => `${reference}: ${reason ?? ''}`)
  const first = outcomes[0]?.reason ?? 'Nothing could be done'
  return new HttpError(422, outcomes.length === 1 ? first : `${first} (${outcomes.length} refused)`, {
    transactions: reasons,
  })
}
