import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { NoticesRead, ReadNoticesBody } from '#api/money/contracts/notice.ts'

/**
 * POST /api/notification/transactions/read: notes up to when the caller has read their notices. Of two calls the later
 * moment stays, whichever came first; a moment to come counts as now.
 */
export const readNotices: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/notification/transactions/read',
    config: { permission: 'signed-in', scope: 'own', idempotency: 'none' },
    schema: {
      tags: ['Notices'],
      summary: 'Notices were read',
      body: ReadNoticesBody,
      response: { 200: NoticesRead },
    },
    handler: async (request) => {
      const { pool, now } = app.context
      const { rows } = await pool.query<{ read_until: string }>(
        `insert into notices_read as n (user_id, read_until) values ($1, least($2::timestamptz, $3::timestamptz))
         on conflict (user_id) do update set read_until = greatest(n.read_until, excluded.read_until)
         returning read_until`,
        [request.actor().id, request.body.until, new Date(now())],
      )
      const [data] = rows
      if (data === undefined) throw new Error('What was read is always noted')
      return { data }
    },
  })
}
