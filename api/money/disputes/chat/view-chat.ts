import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { text } from '#domain/kernel/text.ts'
import { callerLeft } from '#api/limits/caller-gone.ts'
import { DisputeChat, DisputeChatQuery } from '#api/money/contracts/dispute-chat.ts'
import { chatOf, standingOf } from './chat-of.ts'
import { createChatWatch } from './chat-watch.ts'
import { reachedDispute } from './reached-dispute.ts'

/**
 * GET /api/transactions/{transaction_id}/dispute/comments (E135): the newest dispute of a bill, or the one that is named,
 * with what was said about it. With `seen` it is a long poll: it waits for more, holding no place meanwhile, and whoever
 * calls is asked again behind the wait, so that nothing is told to a session that has ended.
 */
export const viewChat: FastifyPluginAsyncZod = async (app) => {
  // A scope of its own, as what ends its waits is of it alone.
  await app.register(chatRoute)
}

const chatRoute: FastifyPluginAsyncZod = async (app) => {
  const watch = createChatWatch(app.context, (failure) => app.log.warn(failure, 'The chats were not looked at'))
  app.addHook('preClose', async () => watch.end())
  app.route({
    method: 'GET',
    url: '/api/transactions/:id/dispute/comments',
    config: { permission: 'VIEW_DISPUTE_CHAT', scope: 'reach', shows: [] },
    schema: {
      tags: ['Disputes'],
      summary: 'What was said about the dispute of a transaction',
      params: z.object({ id: text(100).min(1) }),
      querystring: DisputeChatQuery,
      response: { 200: DisputeChat },
    },
    handler: async (request, reply) => {
      const { context } = app
      const { id } = request.params
      const { dispute_id: named, seen } = request.query
      const reached = await reachedDispute(context, id, request.reach(), named)
      if (seen === undefined) return { data: await chatOf(context, request, reached, 0) }
      const { comments, last, isOpen } = await standingOf(context, reached.disputeId)
      if (!isOpen || last > seen) return { data: await chatOf(context, request, reached, seen) }
      const account = request.actor().id
      await request.aside(() => watch.changed(account, reached.disputeId, comments, callerLeft(reply)))
      await request.admitAgain()
      // Who has moved to another hospital meanwhile reaches it no more.
      const still = await reachedDispute(context, id, request.reach(), reached.disputeId)
      return { data: await chatOf(context, request, still, seen) }
    },
  })
}
