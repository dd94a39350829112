import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sumOfFlows } from '#domain/kernel/money.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import {
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
      const all = await readAt(app.context, undefined, WAITING_FROM, (db, moment) =>
        waitingFor(db, moment, id, steps, until),
      )
      return { data: steps.flatMap((step) => ofStep(step, all)) }
    },
  })
}

/** All that waits for a step; nothing, where nothing does. */
function ofStep(step: WaitingStep['step'], all: readonly WaitingAtHospital[]): WaitingStep[] {
  const hospitals = all.filter((one) => one.step === step)
  const [oldest] = hospitals
  if (oldest === undefined) return []
  const transactions = hospitals.reduce((count, one) => count + one.transactions, 0)
  return [
    {
      step,
      transactions: Math.min(transactions, MOST_WAITING),
      total: nairaText(sumOfFlows(hospitals.map(({ total }) => total))),
      since: oldest.since,
      is_more: transactions > MOST_WAITING,
      hospitals: hospitals.map(({ step: _, total, ...one }) => ({ ...one, total: nairaText(total) })),
    },
  ]
}
