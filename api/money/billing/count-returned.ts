import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import type { KoboSum } from '#domain/kernel/money.ts'
import { notFound } from '#api/http-error.ts'
import { ReturnedBills } from '#api/money/contracts/billing.ts'
import { nairaText } from '#api/naira.ts'

/** GET /api/coestaff/returned: how much was sent back to the caller's hospital and waits for its answer. */
export const countReturned: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/coestaff/returned',
    config: {
      permission: ['BILL_SERVICES', 'BILL_DRUGS'],
      scope: 'reach',
      shows: ['transaction'],
    },
    schema: {
      tags: ['Billing'],
      summary: "What waits for an answer of the caller's hospital",
      response: { 200: ReturnedBills },
    },
    handler: async (request) => {
      const reach = request.reach()
      if (reach.kind !== 'coe') throw notFound('Hospital')
      const { rows } = await sql<{ returned: number; total: KoboSum; since: string | null }>`
        select count(*)::bigint as returned, coalesce(sum(t.total), 0)::numeric as total,
               min(t.stands_since) as since
          from transaction t
         where t.returned = 'returned' and t.coe_id = ${reach.coeId}`.execute(app.context.db)
      const [waiting] = rows
      return {
        data: {
          returned: waiting?.returned ?? 0,
          total: nairaText(waiting?.total ?? 0),
          since: waiting?.since ?? null,
        },
      }
    },
  })
}
