import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { UNREAD_FROM, unreadFor } from '#projections/money/dispute/unread.ts'
import { notFound } from '#api/http-error.ts'
import { UnreadDisputes } from '#api/money/contracts/dispute-chat.ts'
import { readAt } from '#api/report/read-as-of.ts'

/** GET /api/disputes/unread: where there are messages that the caller has not read, within their reach. */
export const listUnread: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/disputes/unread',
    config: { permission: 'VIEW_DISPUTE_CHAT', scope: 'reach', shows: UNREAD_FROM },
    schema: { tags: ['Disputes'], summary: 'Disputes with unread messages', response: { 200: UnreadDisputes } },
    handler: async (request) => {
      const reach = request.reach()
      if (reach.kind === 'patient') throw notFound('Disputes')
      const coeId = reach.kind === 'coe' ? reach.coeId : undefined
      const reader = { userId: request.actor().id, coeId, now: app.context.now() }
      const rows = await readAt(app.context, undefined, UNREAD_FROM, (db, moment) => unreadFor(db, moment, reader))
      return {
        data: rows.map(({ id, bill, unread, follows }) => ({
          ...{ id, transaction: { id: bill }, unread, is_followed: follows },
        })),
      }
    },
  })
}
