import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { text } from '#domain/kernel/text.ts'
import { DisputeRead, DisputeReadBody } from '#api/money/contracts/dispute-chat.ts'
import { reachedDispute } from './reached-dispute.ts'

/**
 * POST /api/transactions/{transaction_id}/dispute/comments/read: notes up to which message the caller has read. Of two calls
 * the higher number stays, whichever came first.
 */
export const readChat: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/transactions/:id/dispute/comments/read',
    config: { permission: 'VIEW_DISPUTE_CHAT', scope: 'reach', idempotency: 'none' },
    schema: {
      tags: ['Disputes'],
      summary: 'Messages about a dispute were read',
      params: z.object({ id: text(100).min(1) }),
      body: DisputeReadBody,
      response: { 200: DisputeRead },
    },
    handler: async (request) => {
      const { context } = app
      const { dispute_id: named, number } = request.body
      const { disputeId } = await reachedDispute(context, request.params.id, request.reach(), named)
      const { rows } = await context.pool.query<{ read: number }>(
        `insert into dispute_read as r (user_id, dispute_id, read_number, read_at) values ($1, $2, $3, $4)
         on conflict (user_id, dispute_id) do update
           set read_number = greatest(r.read_number, excluded.read_number), read_at = excluded.read_at
         returning read_number::float8 as read`,
        [request.actor().id, disputeId, number, new Date(context.now())],
      )
      const [data] = rows
      if (data === undefined) throw new Error('What was read is always noted')
      return { data }
    },
  })
}
