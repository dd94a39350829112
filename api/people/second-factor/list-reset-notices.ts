import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { resetNotices } from '#projections/people/factor-reset/reset-notices.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import { ResetNotices } from '#api/people/contracts/second-factor.ts'

/** GET /api/notification/factor_resets: what bell and home tell of lost phones whose reset needs a second administrator. */
export const listResetNotices: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/notification/factor_resets',
    config: { permission: 'MANAGE_ROLE', scope: 'reach', shows: ['factor_reset', 'user_account'] },
    schema: {
      tags: ['Notices'],
      summary: 'Resets of a second factor that the caller may confirm',
      response: { 200: ResetNotices },
    },
    handler: async (request) => {
      const { db } = app.context
      const reach = request.reach()
      if (reach.kind === 'patient') return { data: [] }
      const found = await resetNotices(db, request.actor().id, reach.kind === 'coe' ? reach.coeId : null)
      const nameOf = await peopleNames(
        db,
        found.flatMap(({ id, by }) => [id, by]),
      )
      const sees = request.actor().permissions.has('VIEW_PERSONAL_DATA')
      return {
        data: found.map((notice) => ({
          ...notice,
          ...{ kind: 'waiting' as const, name: sees ? nameOf(notice.id) : '', by: nameOf(notice.by) },
        })),
      }
    },
  })
}
