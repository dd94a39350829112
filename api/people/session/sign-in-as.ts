import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { handle, load } from '#commands/handle.ts'
import { emailKey } from '#commands/people/user/email-key.ts'
import { permissionsHeld } from '#commands/people/user/role-facts.ts'
import { emailClaim } from '#domain/people/email-claim/email-claim.ts'
import { SUPER_ADMIN } from '#domain/people/role/granting.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { isRegistered, user } from '#domain/people/user/user.ts'
import { commandFrom } from '#api/command-from.ts'
import { invalid, Refused } from '#api/http-error.ts'
import { SignedInAnswer, SignInAsBody } from '#api/people/contracts/session.ts'
import { findActor, openSession } from './sessions.ts'
import { sessionUser } from './views.ts'

const NOBODY = 'Support cannot sign in as anyone with this email'

/**
 * POST /api/secure/superadmin/support/anonymous/auth (E013; spec, open-questions Q003): a session as somebody else, in which
 * nothing can be changed, for half an hour. First in the log, so that nobody is looked at unseen.
 */
export const signInAs: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/secure/superadmin/support/anonymous/auth',
    config: { permission: 'SUPPORT_ANONYMOUS_LOGIN', scope: 'all', limit: 'search' },
    schema: {
      tags: ['Session'],
      summary: 'See the portal as another person, for support',
      body: SignInAsBody,
      response: { 200: SignedInAnswer },
    },
    handler: async (request) => {
      const { context } = app
      const { email, reason } = request.body
      const { handler, emailSecret } = context
      const { holder: userId } = await load(handler, emailClaim, emailKey(email, emailSecret))
      const state = userId === undefined ? undefined : await load(handler, user, userId)
      if (userId === undefined || state === undefined || !isRegistered(state)) throw invalid('email', NOBODY)
      const permissions = await permissionsHeld(handler, state)
      const above = state.roles.includes(roleIdOf(SUPER_ADMIN)) ? ['MANAGE_ROLE'] : []
      const visitId = request.commandId()
      const data = { userId, visitId, reason, permissions: [...permissions, ...above] }
      const seen = await handle(handler, user, userId, commandFrom(request, 'SeeAsUser', data))
      if (seen.outcome === 'refused') throw new Refused(seen.refusal)
      const device = request.headers['user-agent']
      const agent = request.actor().id
      const opened = await openSession(context, { userId: agent, onBehalfOf: userId, device, address: request.ip })
      const actor = await findActor(context, opened.token)
      if (actor === undefined) throw invalid('email', NOBODY)
      return {
        data: {
          ...{ user: sessionUser(actor), access_token: opened.token, token_type: 'Bearer' as const },
          expires_at: opened.expiresAt,
        },
      }
    },
  })
}
