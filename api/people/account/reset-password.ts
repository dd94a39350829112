import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyRequest } from 'fastify'
import { load } from '#commands/handle.ts'
import { newId } from '#commands/ids.ts'
import { ReadOnly } from '#commands/integrity/read-only.ts'
import { changePassword } from '#commands/people/user/change-password.ts'
import { emailKey } from '#commands/people/user/email-key.ts'
import { emailClaim } from '#domain/people/email-claim/email-claim.ts'
import type { AppContext } from '#api/context.ts'
import { shownAt } from '#api/done.ts'
import { HttpError, Refused } from '#api/http-error.ts'
import { callerLeft } from '#api/limits/caller-gone.ts'
import { NewPasswordBody, PasswordChanged } from '#api/people/contracts/account.ts'
import { bearerOf } from '#api/plugins/auth.ts'
import { hashOf } from '#api/people/session/sessions.ts'
import { endWait } from './code-requests.ts'
import { mustBeGood } from './good-password.ts'

/** Who may choose a password, and by what: their session, which goes on, or a recovery code. */
type Chooser = { readonly userId: string; readonly codeId?: string; readonly token?: string | undefined }

/**
 * PUT /api/reset_password (E007): of whoever is signed in, their own; else of whose recovery code was right in this browser
 * within ten minutes (spec, open-questions Q002). All other sessions of the person end.
 */
export const resetPassword: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'PUT',
    url: '/api/reset_password',
    config: { permission: 'public', scope: 'own', idempotency: 'none', lane: true },
    schema: {
      tags: ['Account'],
      summary: 'Choose a new password',
      body: NewPasswordBody,
      response: { 200: PasswordChanged },
    },
    preValidation: async () => {
      if (app.context.integrity.open().length > 0) throw new ReadOnly()
    },
    handler: async (request, reply) => {
      const { context } = app
      const { email, password } = request.body
      const { userId, codeId, token } = await chooserOf(context, request, email)
      await mustBeGood(context, { userId, password, isRecovery: codeId !== undefined })
      const at = new Date(context.now()).toISOString()
      const origin = { roles: [], permission: codeId === undefined ? 'signed-in' : 'public', correlationId: request.id }
      const changeId = newId(context.now())
      const command = { type: 'ChangePassword', id: changeId, by: userId, at, origin } as const
      const changed = await context.lanes.knownPasswords.run(userId, callerLeft(reply), () =>
        changePassword(context, { ...command, data: { userId, changeId, codeId } }, password, (client) =>
          client.query('delete from session where user_id = $1 and token_hash is distinct from $2', [
            userId,
            token === undefined ? null : hashOf(token),
          ]),
        ),
      )
      if (changed.outcome === 'refused') throw new Refused(changed.refusal)
      if (codeId !== undefined) {
        await endWait(context, codeId)
        reply.header('set-cookie', context.recoveryWindow.close())
      }
      return {
        message:
          codeId === undefined ? 'Password Change successful' : 'Password reset successfull. Please login to continue',
        data: await shownAt(context, changed.position, ['user_account']),
      }
    },
  })
}

const CODE_FIRST = 'Ask for a code first, then continue in the same browser within ten minutes'

/** Throws 403 unless it is their own e-mail, by their session or by the code that was right here. */
async function chooserOf(context: AppContext, request: FastifyRequest, email: string): Promise<Chooser> {
  const { emailSecret, handler, recoveryWindow } = context
  const token = bearerOf(request)
  const key = emailKey(email, emailSecret)
  const { holder } = await load(handler, emailClaim, key)
  const actor = token === undefined ? undefined : request.actor()
  // Whoever acts in another's place does not lock them out.
  if (actor !== undefined && actor.id === holder && actor.agent === undefined) return { userId: actor.id, token }
  const recovery = recoveryWindow.of(request)
  if (recovery?.emailKey !== key || holder === undefined)
    throw new HttpError(403, actor === undefined ? CODE_FIRST : 'You can change only your own password')
  return { userId: holder, codeId: recovery.codeId }
}
