import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { DISPUTE_NOTICES_FROM, disputeNotices } from '#projections/money/dispute/dispute-notices.ts'
import { DisputeNotices } from '#api/money/contracts/dispute-notice.ts'
import { reachedHospital } from '#api/reached-hospital.ts'
import { readAt } from '#api/report/read-as-of.ts'

/** GET /api/notification/disputes: what the bell tells both sides of a dispute. */
export const listDisputeNotices: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/notification/disputes',
    config: { permission: 'VIEW_DISPUTE_CHAT', scope: 'reach', shows: DISPUTE_NOTICES_FROM },
    schema: {
      tags: ['Notices'],
      summary: "The caller's notices of disputes",
      response: { 200: DisputeNotices },
    },
    handler: async (request) => {
      const { id: userId, permissions } = request.actor()
      const coeId = reachedHospital(request.reach(), undefined)
      const reader = { userId, coeId, mayEnd: permissions.has('FLAG_TRANSACTION'), now: app.context.now() }
      const data = await readAt(app.context, undefined, DISPUTE_NOTICES_FROM, (db, moment) =>
        disputeNotices(db, moment, reader),
      )
      return { data: [...data] }
    },
  })
}
