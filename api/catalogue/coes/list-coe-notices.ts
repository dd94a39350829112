import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { bankNotices } from '#projections/catalogue/coe/bank-notices.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import { ANSWER_DAYS, CoeNotices } from '#api/catalogue/contracts/coe-notice.ts'
import { CHANGES_COE } from './coe-path.ts'

/** GET /api/notification/coes: what the bell and the home of those who administer hospitals tell of bank details. */
export const listCoeNotices: FastifyPluginAsyncZod = async (app) => {
  const { permission, scope } = CHANGES_COE
  app.route({
    method: 'GET',
    url: '/api/notification/coes',
    config: { permission, scope, shows: ['coe', 'user_account'] },
    schema: { tags: ['Notices'], summary: "The caller's notices of bank details", response: { 200: CoeNotices } },
    handler: async (request) => {
      const { db, now } = app.context
      const since = new Date(now() - ANSWER_DAYS * 86_400_000)
      const found = await bankNotices(db, request.actor().id, since)
      const nameOf = await peopleNames(
        db,
        found.map(({ by }) => by),
      )
      return { data: found.map((notice) => ({ ...notice, by: nameOf(notice.by) })) }
    },
  })
}
