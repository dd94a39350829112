import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { NO_FLOW, sumOfFlows } from '#domain/kernel/money.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import {
  type Beside,
  besideReady,
  MOST_WAITING,
  WAITING_FROM,
  type WaitingAtHospital,
  waitingFor,
} from '#projections/money/transaction/waiting-for.ts'
import { WaitingAnswer, type WaitingStep } from '#api/money/contracts/waiting.ts'
import { nairaText } from '#api/naira.ts'
import { readAt } from '#api/report/read-as-of.ts'

/** GET /api/fanda/payment/waiting: what waits for the caller in the payment chain, how long and how much, by hospital. */
export const viewWaiting: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/fanda/payment/waiting',
    config: { permission: PAYMENT_CHAIN.permissions, scope: 'all', shows: WAITING_FROM },
    schema: { tags: ['Payment'], summary: 'What is ready for the caller', response: { 200: WaitingAnswer } },
    handler: async (request) => {
      const { id, permissions } = request.actor()
      const until = new Date(app.context.now()).toISOString()
      const steps = PAYMENT_CHAIN.stepsWith(permissions)
      const { ready, beside } = await readAt(app.context, undefined, WAITING_FROM, async (db, moment) => ({
        ready: await waitingFor(db, moment, id, steps, until),
        beside: await besideReady(db, moment, steps),
      }))
      return { data: steps.flatMap((step) => ofStep(step, ready, beside)) }
    },
  })
}

/** All that is ready at a step, and beside it; nothing, where nothing stands there. */
function ofStep(
  step: WaitingStep['step'],
  all: readonly WaitingAtHospital[],
  notReady: readonly Beside[],
): WaitingStep[] {
  const hospitals = all.filter((one) => one.step === step)
  const others = notReady.filter((one) => one.step === step)
  if (hospitals.length === 0 && others.length === 0) return []
  const transactions = hospitals.reduce((count, one) => count + one.transactions, 0)
  const besides = (kind: Beside['kind']) => {
    const one = others.find((other) => other.kind === kind)
    return { transactions: one?.transactions ?? 0, total: nairaText(one?.total ?? NO_FLOW) }
  }
  return [
    {
      step,
      transactions: Math.min(transactions, MOST_WAITING),
      total: nairaText(sumOfFlows(hospitals.map(({ total }) => total))),
      since: hospitals[0]?.since ?? null,
      beside: { on_invoice: besides('on_invoice'), disputed: besides('disputed'), returned: besides('returned') },
      is_more: transactions > MOST_WAITING,
      hospitals: hospitals.map(({ step: _, newest: __, total, ...one }) => ({ ...one, total: nairaText(total) })),
    },
  ]
}
