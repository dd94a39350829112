import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Integrity } from '#api/contracts/integrity.ts'

/** GET /api/integrity: where the log does not hold, for those who may read all of it; known without asking. */
export const viewIntegrity: FastifyPluginAsyncZod = async (app) => {
  const { integrity, glance } = app.context
  app.route({
    method: 'GET',
    url: '/api/integrity',
    config: { permission: 'VIEW_LEDGER', scope: 'all', shows: [] },
    schema: { tags: ['Health'], summary: 'Records that failed a check', response: { 200: Integrity } },
    handler: async () => {
      const { checked, unreadStreams = [] } = glance.last().seen ?? {}
      return {
        data: {
          open: integrity.open().map(({ id: _, foundBy, foundAt, ...finding }) => ({
            ...finding,
            ...{ found_by: foundBy, found_at: foundAt },
          })),
          unread_streams: [...unreadStreams],
          decided: integrity.decisions().all.map(({ place, by, reason, at, findings, leftOut }) => ({
            ...{ position: place, by, reason, at, places: findings.map(({ id: _, mended: __, ...where }) => where) },
            left_out: leftOut.map(({ type: _, ...where }) => where),
          })),
          ...(checked === undefined
            ? {}
            : { checked: { at: checked.endedAt, events: checked.events, different: checked.different } }),
        },
      }
    },
  })
}
