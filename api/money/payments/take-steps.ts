import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { load } from '#commands/handle.ts'
import { type BulkStep, paymentOf, takeStep } from '#commands/money/transaction/take-step.ts'
import { setting, sharesIn, SITE } from '#domain/people/setting/setting.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { type ChainStep, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { AppContext } from '#api/context.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute } from '#api/command-route.ts'
import { InitiateBody, PaymentStepBody, StepOutcomes } from '#api/money/contracts/payment.ts'
import { STEP_PATHS } from '#api/money/contracts/payment-steps.ts'
import { SHOWS_BILLS } from '#api/money/shows.ts'
import { candidates, type Wanted } from './eligible.ts'
import { notifyNextOffice } from './notify-office.ts'
import { someDone } from './step-outcomes.ts'

/** The spec's texts (messages.tsv M141 to M145). */
export const STEP_MESSAGES: Readonly<Record<ChainStep, string>> = {
  initiate: 'Payment approval has been initated.',
  recommend: 'Payment has been recommended for approval',
  approve: 'Payment has been approved for disbursement',
  dfa: 'Payment has been approved',
  permsec: 'Payment has been disbursed',
}

/** POST /api/fanda/payment/* (E099 to E103): bulk steps that answer per transaction. */
export const takeSteps: FastifyPluginAsync = async (app) => {
  for (const { step } of PAYMENT_CHAIN.links) stepRoute(app, step)
}

function stepRoute(app: FastifyInstance, step: ChainStep): void {
  const { permission, status } = PAYMENT_CHAIN.link(step)
  commandRoute(app, {
    url: STEP_PATHS[step],
    summary: `Payment chain: ${step}`,
    tag: 'Payment',
    permission,
    scope: 'all',
    body: step === 'initiate' ? InitiateBody : PaymentStepBody,
    answer: StepOutcomes,
    reach: ({ request, context, body }) => candidates(context, step, body, (choice) => request.chooseOnce(choice)),
    run: async ({ request, context, body }, found) => {
      const cause = commandFrom(request, 'TakeStep', {})
      const results = await takeStep(context.handler, await bulkOf(context, step, body, found), cause)
      const ran = await someDone(context, found, results, status)
      await notifyNextOffice(context, step, cause)
      const paymentId = step === 'initiate' ? paymentOf(cause, body.coe_id) : null
      return { ...ran, data: { ...ran.data, step, payment_id: paymentId } }
    },
    message: STEP_MESSAGES[step],
    shows: SHOWS_BILLS,
  })
}

/** The bulk step of a request, with the shares of the day. */
export async function bulkOf(
  { handler, codes, now }: AppContext,
  step: ChainStep,
  wanted: Wanted,
  found: readonly { readonly id: string }[],
): Promise<BulkStep> {
  const { coe_id: coeId, start_date: start, end_date: end, initiated_on: initiatedOn } = wanted
  const period = start === undefined || end === undefined ? undefined : { start, end }
  const bulk = { coeId, transactionIds: found.map(({ id }) => id) }
  if (step !== 'initiate') return { ...bulk, step, ...(period && { period }), ...(initiatedOn && { initiatedOn }) }
  if (period === undefined) throw new Error('A payment is initiated for a period: its contract asks for one')
  const number = () => codes.next('PAY', Number(lagosDay(new Date(now()).toISOString()).slice(0, 4)))
  return { ...bulk, step, period, number, basisPoints: sharesIn(await load(handler, setting, SITE)) }
}
