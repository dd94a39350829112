import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { sumOfFlows } from '#domain/kernel/money.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { MOST_WAITING, WAITING_FROM, waitingFor } from '#projections/money/transaction/waiting-for.ts'
import { PaymentNotices } from '#api/money/contracts/payment-notice.ts'
import { nairaText } from '#api/naira.ts'
import { readAt } from '#api/report/read-as-of.ts'

/** GET /api/notification/payments: what the bell tells each office of the payment chain, as soon as bills are ready for it. */
export const listPaymentNotices: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/notification/payments',
    config: { permission: PAYMENT_CHAIN.permissions, scope: 'all', shows: WAITING_FROM },
    schema: {
      tags: ['Notices'],
      summary: "The caller's notices of bills that are ready for a payment step",
      response: { 200: PaymentNotices },
    },
    handler: async (request) => {
      const { id, permissions } = request.actor()
      const steps = PAYMENT_CHAIN.stepsWith(permissions)
      const until = new Date(app.context.now()).toISOString()
      const { all, rows } = await readAt(app.context, undefined, WAITING_FROM, async (db, moment) => {
        const opened = sql<{ read_until: string }>`select read_until from notices_read where user_id = ${id}`
        return { all: await waitingFor(db, moment, id, steps, until), rows: (await opened.execute(db)).rows }
      })
      const read = rows[0] === undefined ? '' : new Date(rows[0].read_until).toISOString()
      return {
        data: steps.flatMap((step) => {
          const hospitals = all.filter((one) => one.step === step)
          const newest = hospitals
            .map((one) => new Date(one.newest).toISOString())
            .toSorted()
            .at(-1)
          if (newest === undefined) return []
          const bills = hospitals.reduce((count, { transactions }) => count + transactions, 0)
          return {
            ...{ id: step, step, bills: Math.min(bills, MOST_WAITING), created_at: newest, is_read: newest <= read },
            total: nairaText(sumOfFlows(hospitals.map(({ total }) => total))),
          }
        }),
      }
    },
  })
}
