import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { newId } from '#commands/ids.ts'
import { ReadOnly } from '#commands/integrity/read-only.ts'
import { changePassword } from '#commands/people/user/change-password.ts'
import { invitationIn } from '#commands/people/user/invitation.ts'
import { shownAt } from '#api/done.ts'
import { invalid, Refused } from '#api/http-error.ts'
import { callerLeft } from '#api/limits/caller-gone.ts'
import { FirstPasswordBody, PasswordChanged } from '#api/people/contracts/account.ts'
import { mustBeGood } from './good-password.ts'

const NO_LINK = "This link is wrong or has expired. Use 'Recover password' to get a code."

/** POST /api/set_password: whoever was created by others chooses their password by the link that was mailed, once (domain.md, Paths). */
export const setPassword: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'POST',
    url: '/api/set_password',
    config: { permission: 'public', scope: 'none', idempotency: 'none', lane: true },
    schema: {
      tags: ['Account'],
      summary: 'Choose the first password by the link that was mailed',
      body: FirstPasswordBody,
      response: { 200: PasswordChanged },
    },
    preValidation: async () => {
      if (app.context.integrity.open().length > 0) throw new ReadOnly()
    },
    handler: async (request, reply) => {
      const { context } = app
      const { token, password } = request.body
      const { userId, codeId } = invitationIn(context.emailSecret, token, context.now()) ?? {}
      if (userId === undefined || codeId === undefined) throw invalid('token', NO_LINK)
      await mustBeGood(context, { userId, password, isRecovery: true })
      const at = new Date(context.now()).toISOString()
      const changeId = newId(context.now())
      const origin = { roles: [], permission: 'public', correlationId: request.id }
      const command = { type: 'ChangePassword', id: changeId, by: userId, at, origin } as const
      const changed = await context.lanes.knownPasswords.run(userId, callerLeft(reply), () =>
        // Nobody is signed in as whoever has had no password.
        changePassword(context, { ...command, data: { userId, changeId, codeId } }, password, async () => {}),
      )
      if (changed.outcome === 'refused') throw new Refused(changed.refusal)
      return {
        message: 'Your password is set. Please login to continue',
        data: await shownAt(context, changed.position, ['user_account']),
      }
    },
  })
}
