import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { load } from '#commands/handle.ts'
import { secondFactor } from '#domain/people/second-factor/second-factor.ts'
import { needsSecondFactor } from '#domain/people/user/password.ts'
import { EnrolmentOffer, OwnFactor } from '#api/people/contracts/second-factor.ts'
import { isDemandedHere } from './asked-for.ts'
import { offerTo } from './enrolling.ts'
import { themselves } from './themselves.ts'

const URL = '/api/second_factor'
const own = { permission: 'signed-in', scope: 'own' } as const
const tag = 'Session'

/** GET /api/second_factor: the own one. */
export const viewSecondFactor: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: URL,
    config: { ...own, shows: [] },
    schema: { tags: [tag], summary: 'The own second factor', response: { 200: OwnFactor } },
    handler: async (request) => {
      const { id, permissions } = request.actor()
      const { on, reset } = await load(app.context.handler, secondFactor, id)
      const isDemanded = needsSecondFactor(permissions) && (await isDemandedHere(app.context))
      return {
        data: {
          is_on: on !== undefined,
          since: on?.since ?? null,
          recovery_codes_left: on?.recovery.length ?? 0,
          is_demanded: isDemanded,
          reset: reset === undefined ? null : { id: reset.id, asked_at: reset.at, reason: reset.reason },
        },
      }
    },
  })
}

/** POST /api/second_factor/enrolment: a secret for the app; nothing is on until a code of it is shown. */
export const offerSecondFactor: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: `${URL}/enrolment`,
    config: { ...own, idempotency: 'none' },
    schema: { tags: [tag], summary: 'Begin to enrol a second factor', response: { 200: EnrolmentOffer } },
    handler: async (request) => ({ data: await offerTo(app.context, themselves(request)) }),
  })
}
