import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { returnedTo } from '#projections/money/transaction/waiting-for.ts'
import { notFound } from '#api/http-error.ts'
import { ReturnedBills } from '#api/money/contracts/billing.ts'
import { nairaText } from '#api/naira.ts'
import { readAt } from '#api/report/read-as-of.ts'

const SHOWS = ['transaction'] as const

/** GET /api/coestaff/returned: how much was sent back to the caller's hospital and waits for its answer. */
export const countReturned: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/coestaff/returned',
    config: { permission: ['BILL_SERVICES', 'BILL_DRUGS'], scope: 'reach', shows: SHOWS },
    schema: {
      tags: ['Billing'],
      summary: "Returned bills that the caller's hospital must answer",
      response: { 200: ReturnedBills },
    },
    handler: async (request) => {
      const reach = request.reach()
      if (reach.kind !== 'coe') throw notFound('Hospital')
      const { total, ...waiting } = await readAt(app.context, undefined, SHOWS, (db, moment) =>
        returnedTo(db, moment, reach.coeId),
      )
      return { data: { ...waiting, total: nairaText(total) } }
    },
  })
}
