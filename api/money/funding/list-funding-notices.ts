import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { FUNDING_PERMISSIONS } from '#domain/money/funding/second-person.ts'
import { fundingNotices, mayConfirmWith } from '#projections/money/funding/funding-notices.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import { ANSWER_DAYS, FundingNotices } from '#api/money/contracts/funding.ts'
import { nairaText } from '#api/naira.ts'

/** GET /api/notification/fundings: what bell and home tell of credits and allocations that need a second person. */
export const listFundingNotices: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/notification/fundings',
    config: { permission: FUNDING_PERMISSIONS, scope: 'all', shows: ['funding', 'coe', 'user_account'] },
    schema: {
      tags: ['Notices'],
      summary: "The caller's notices of credits and allocations",
      response: { 200: FundingNotices },
    },
    handler: async (request) => {
      const { db, now } = app.context
      const actor = request.actor()
      const since = new Date(now() - ANSWER_DAYS * 86_400_000)
      const found = await fundingNotices(db, actor.id, mayConfirmWith(actor.permissions), since)
      const nameOf = await peopleNames(
        db,
        found.map(({ by }) => by),
      )
      return {
        data: found.map(({ amount, by, ...notice }) => ({
          ...notice,
          ...{ amount: nairaText(amount), by: nameOf(by) },
        })),
      }
    },
  })
}
